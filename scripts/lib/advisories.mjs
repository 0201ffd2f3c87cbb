/** @typedef {'info' | 'low' | 'moderate' | 'high' | 'critical'} Severity */
/** @typedef {{ name: string, severity: Severity, title: string, url: string }} Advisory */
/** @typedef {{ vulnerabilities: Record<string, { via: (string | Advisory)[] }> }} Report as `npm audit --json` prints it */
/** @typedef {Advisory & { isDue: boolean, mendBy: string | undefined }} Finding */

/**
 * Known vulnerabilities not fixed yet: the advisory's id, and the day it was recorded.
 *
 * @type {Record<string, string>}
 */
export const known = {};

/** Days to fix a vulnerability, by severity. Milder ones wait for the next update. */
const daysToMend = { critical: 7, high: 7, moderate: 30 };

/**
 * Judges the advisories against our packages. An unrecorded one is due at once.
 *
 * @param {Report} report
 * @param {{ since: Record<string, string>, today: string }} days as YYYY-MM-DD
 * @returns {Finding[]}
 */
export function judge({ vulnerabilities }, { since, today }) {
  const advisories = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    // A string refers to another package, which has the advisory.
    .filter((each) => typeof each !== 'string');
  const once = new Map(advisories.map((each) => [each.url, each]));
  return [...once.values()].flatMap((advisory) => {
    const days = daysToMend[/** @type {keyof typeof daysToMend} */ (advisory.severity)];
    if (days === undefined) return [];
    const learned = since[idOf(advisory)];
    const mendBy = learned === undefined ? undefined : addDays(learned, days);
    return [{ ...advisory, mendBy, isDue: mendBy === undefined || mendBy < today }];
  });
}

/** @param {Advisory} advisory */
const idOf = ({ url }) => url.slice(url.lastIndexOf('/') + 1);

/**
 * @param {string} day
 * @param {number} days
 */
const addDays = (day, days) => dayOf(new Date(Date.parse(day) + days * 86_400_000));

/** @param {Date} time */
export const dayOf = (time) => time.toISOString().slice(0, 10);
