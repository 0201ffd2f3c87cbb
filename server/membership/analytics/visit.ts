import { newId } from '../../platform/keys.ts';

/** What a client tells of itself, as far as it is one of the known words. */
export interface Visit {
  /** Given back to the client and kept nowhere. */
  sessionId: string;
  browser: string | undefined;
  os: string | undefined;
  screen: string | undefined;
  path: string | undefined;
}

const browsers = new Set(['CHROME', 'EDGE', 'SAFARI', 'FIREFOX', 'OPERA', 'INTERNET_EXPLORER', 'OTHER']);
const systems = new Set(['WINDOWS', 'MACOS', 'ANDROID', 'IOS', 'LINUX', 'OTHER']);
const screens = new Set(['PHONE', 'TABLET', 'DESKTOP']);

/** Of the length clients keep; words that once were no id at all are none. */
const plausibleId = /^(?!undefined$|null$)[\w-]{8,26}$/;

/**
 * @param sessionData whatever came
 * @param path of the page, as the client's header has it
 */
export function readVisit(sessionData: unknown, path: unknown): Visit {
  const told = asObject(sessionData);
  const wordOf = (value: unknown, known: ReadonlySet<string>) =>
    typeof value === 'string' && known.has(value) ? value : undefined;
  const { sessionId } = told;
  return {
    sessionId: typeof sessionId === 'string' && plausibleId.test(sessionId) ? sessionId : newId(''),
    browser: wordOf(told.browser, browsers),
    os: wordOf(told.os, systems),
    screen: wordOf(told.screenSize, screens),
    path: typeof path === 'string' ? plainPath(path) : undefined,
  };
}

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const pathMaxCharacters = 200;

/** A path without query, and without parts that do not look like words: numbers, ids, addresses, tokens. */
export function plainPath(path: string): string | undefined {
  const [bare = ''] = path.split(/[?#;]/, 1);
  if (!bare.startsWith('/') || bare.length > pathMaxCharacters) return undefined;
  const parts = bare.toLowerCase().split('/').filter(Boolean);
  return `/${parts.map((part) => (isNamed(part) ? part : '*')).join('/')}`;
}

/** Words and small numbers, joined as page names are. A name of somebody may look the same; page-counts.ts sees to it. */
const isNamed = (part: string): boolean =>
  part.length <= 40 && /^[a-z]{1,16}\d{0,2}(?:-(?:[a-z]{1,16}|\d{1,2}))*$/.test(part);

/** The type of an event as a page names it, if it is a plain name. */
export function plainType(type: unknown): string | undefined {
  return typeof type === 'string' && /^[A-Za-z][A-Za-z _:-]{0,39}$/.test(type) ? type : undefined;
}
