/**
 * Words of others as one line of a terminal: what would move its cursor, colour it, begin another line or turn the
 * direction of reading is written out instead.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
