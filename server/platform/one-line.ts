/**
 * Escapes untrusted text for one line of a terminal: control characters, escape sequences, line breaks and
 * bidirectional overrides.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
