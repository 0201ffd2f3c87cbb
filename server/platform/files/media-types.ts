interface KnownType {
  /** How every file of the type begins: its first twelve bytes as Latin-1. */
  begins: RegExp;
  /** How its names end. */
  named: RegExp;
}

/** Media types whose files can be told by their first bytes. */
const known: ReadonlyMap<string, KnownType> = new Map([
  ['image/png', { begins: /^\x89PNG\r\n\x1a\n/, named: /\.png$/i }],
  ['image/jpeg', { begins: /^\xff\xd8\xff/, named: /\.jpe?g$/i }],
  ['image/gif', { begins: /^GIF8[79]a/, named: /\.gif$/i }],
  ['image/webp', { begins: /^RIFF[^]{4}WEBP/, named: /\.webp$/i }],
  ['application/pdf', { begins: /^%PDF-/, named: /\.pdf$/i }],
  ['application/zip', { begins: /^PK\x03\x04|^PK\x05\x06/, named: /\.zip$/i }],
]);

/** @returns true for a type whose files do not all begin alike, text say: nothing can be told of those */
export const mayBeOf = (mediaType: string, bytes: Buffer): boolean =>
  known.get(mediaType)?.begins.test(bytes.toString('latin1', 0, 12)) ?? true;

/** The media type that the ending of a file's name stands for; undefined for an ending that is not known. */
export const typeOfName = (fileName: string): string | undefined =>
  [...known].find(([, { named }]) => named.test(fileName))?.[0];

/** Whether a file begins as PNG, JPEG, GIF or WebP do. */
export const isRaster = (bytes: Buffer): boolean =>
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].some((mediaType) => mayBeOf(mediaType, bytes));
