const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
];

/** A name for a new passkey: "Chrome on Linux". @param agent what the browser says of itself, `navigator.userAgent` */
export function suggestedName(agent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([mark]) => mark.test(agent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  return browser && system ? `${browser} on ${system}` : 'My device';
}
