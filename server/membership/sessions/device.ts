/** Browsers by the token that only they put into a user agent; derived browsers before those they derive from. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** Systems; those whose user agent names another system, too, come first. */
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Characters of a header that are parsed: real ones have some 100 to 300. */
const mostLength = 512;

/**
 * A browser in coarse words, "Firefox on Windows", for the list in which members recognise their sessions. Neither
 * version nor header is stored, against fingerprinting.
 *
 * @returns '' for an unknown browser
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, mostLength) ?? '';
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}

const nameIn = (table: typeof browsers, text: string) => table.find(([, mark]) => mark.test(text))?.[0];
