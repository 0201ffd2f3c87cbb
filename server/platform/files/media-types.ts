interface KnownType {
  /** How every file of the type begins: its first twelve bytes in hexadecimal digits. */
  begins: RegExp;
  /** How its names end. */
  named: RegExp;
}

/** Media types whose files can be told by their first bytes. */
const known: ReadonlyMap<string, KnownType> = new Map([
  ['image/png', { begins: /^89504e470d0a1a0a/, named: /\.png$/i }],
  ['image/jpeg', { begins: /^ffd8ff/, named: /\.jpe?g$/i }],
  ['image/gif', { begins: /^47494638(?:37|39)61/, named: /\.gif$/i }],
  ['image/webp', { begins: /^52494646.{8}57454250/, named: /\.webp$/i }],
  ['application/pdf', { begins: /^255044462d/, named: /\.pdf$/i }],
  ['application/zip', { begins: /^504b(?:0304|0506)/, named: /\.zip$/i }],
]);

/** @returns true also for a type without a magic number, such as text, which cannot be checked */
export const mayBeOf = (mediaType: string, bytes: Buffer): boolean =>
  known.get(mediaType)?.begins.test(bytes.toString('hex', 0, 12)) ?? true;

/** The media type that the ending of a file's name stands for; undefined for an ending that is not known. */
export const typeOfName = (fileName: string): string | undefined =>
  [...known].find(([, { named }]) => named.test(fileName))?.[0];

/** Whether a file begins as PNG, JPEG, GIF or WebP do. */
export const isRaster = (bytes: Buffer): boolean =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].some((mediaType) => mayBeOf(mediaType, bytes));
