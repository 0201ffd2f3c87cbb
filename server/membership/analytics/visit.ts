import { newId } from '../../platform/keys.ts';

/** What a client reports of itself; values outside the known enumerations are dropped. */
export interface Visit {
  /** Echoed to the client, stored nowhere. */
  sessionId: string;
  browser: string | undefined;
  os: string | undefined;
  screen: string | undefined;
  path: string | undefined;
}

const browsers = new Set(['CHROME', 'EDGE', 'SAFARI', 'FIREFOX', 'OPERA', 'INTERNET_EXPLORER', 'OTHER']);
const systems = new Set(['WINDOWS', 'MACOS', 'ANDROID', 'IOS', 'LINUX', 'OTHER']);
const screens = new Set(['PHONE', 'TABLET', 'DESKTOP']);

/** At most 26 characters, as clients keep; "undefined" and "null", which broken clients send, are no ids. */
const plausibleId = /^(?!undefined$|null$)[\w-]{8,26}$/;

/**
 * Parses a client's report. Never refuses: malformed parts are left out, and a missing session id is generated.
 *
 * @param sessionData unvalidated JSON
 * @param path of the page, as the client's header has it
 */
export function readVisit(sessionData: unknown, path: unknown): Visit {
  const reported = asObject(sessionData);
  const wordOf = (value: unknown, known: ReadonlySet<string>) =>
    typeof value === 'string' && known.has(value) ? value : undefined;
  const { sessionId } = reported;
  return {
    sessionId: typeof sessionId === 'string' && plausibleId.test(sessionId) ? sessionId : newId(''),
    browser: wordOf(reported.browser, browsers),
    os: wordOf(reported.os, systems),
    screen: wordOf(reported.screenSize, screens),
    path: typeof path === 'string' ? plainPath(path) : undefined,
  };
}

/** Unvalidated JSON as an object; an empty one for anything else. */
export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const pathMaxCharacters = 200;

/** A path without query, its segments that may be personal data (numbers, ids, addresses, tokens) replaced by `*`. */
export function plainPath(path: string): string | undefined {
  const [bare = ''] = path.split(/[?#;]/, 1);
  if (!bare.startsWith('/') || bare.length > pathMaxCharacters) return undefined;
  const parts = bare.toLowerCase().split('/').filter(Boolean);
  return `/${parts.map((part) => (isNamed(part) ? part : '*')).join('/')}`;
}

/** Words and small numbers, joined like a slug. A person's name may look the same: page-counts.store.ts drops rare paths. */
const isNamed = (part: string): boolean =>
  part.length <= 40 && /^[a-z]{1,16}\d{0,2}(?:-(?:[a-z]{1,16}|\d{1,2}))*$/.test(part);

/** The type of an event, if it is a plain name. */
export function plainType(type: unknown): string | undefined {
  return typeof type === 'string' && /^[A-Za-z][A-Za-z _:-]{0,39}$/.test(type) ? type : undefined;
}
