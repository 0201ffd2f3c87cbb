/** Browsers by what only they write into a user agent; the derived ones before those they derive from. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** Systems, the ones that name another one in passing first. */
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** So much of a header is looked at, in characters: real ones have some 100 to 300. */
const mostLength = 512;

/**
 * A browser in coarse words, "Firefox on Windows", for the list in which members recognise their sessions. Neither
 * version nor the header itself is kept: they would tell people apart.
 *
 * @returns '' for what is no browser we know
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, mostLength) ?? '';
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}

const nameIn = (table: typeof browsers, text: string) => table.find(([, mark]) => mark.test(text))?.[0];
