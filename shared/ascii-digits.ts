const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of any script as those of ASCII, as keyboards in Persian or Arabic write them: "۱۲۳" becomes "123". */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let value = 0;
    // The ten of a script follow each other from zero to nine, those of another may come right after them.
    while (isDigit(code - value - 1)) value++;
    return String(value % 10);
  });
}
