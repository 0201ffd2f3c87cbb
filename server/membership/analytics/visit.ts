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

/** A path without what could tell of a person: query, addresses, numbers and ids in it. */
export function plainPath(path: string): string | undefined {
  const [bare = ''] = path.split(/[?#;]/, 1);
  if (!bare.startsWith('/') || bare.length > pathMaxCharacters) return undefined;
  const parts = bare.toLowerCase().split('/').filter(Boolean);
  return `/${parts.map((part) => (isWord(part) ? part : '*')).join('/')}`;
}

/** Letters and a few digits, as page names are; not numbers, ids, addresses or anything encoded. */
const isWord = (part: string): boolean =>
  /^[a-z][a-z_.-]*(?:\d{1,4}[a-z_.-]*)?$/.test(part) && part.length <= 60 && !/^[a-f\d]{16,}$/.test(part);

/** The type of an event as a page names it, if it is a plain name. */
export function plainType(type: unknown): string | undefined {
  return typeof type === 'string' && /^[A-Za-z][A-Za-z _.:-]{0,39}$/.test(type) ? type : undefined;
}
