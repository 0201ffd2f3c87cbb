import type { Partner, PartnerMark } from '../../contract/partners.ts';
import { accentOnDeep } from './theme.ts';

/** The plain geometric marks, on a field of 32 by 32. `main` and `second` are colours. */
const marks: Record<PartnerMark, (main: string, second: string) => string> = {
  circle: (main, second) =>
    `<circle cx="16" cy="16" r="11" fill="none" stroke="${main}" stroke-width="4"/><circle cx="16" cy="16" r="4" fill="${second}"/>`,
  hill: (main, second) =>
    `<path d="M1 27c7 0 7-15 13-15s8 15 17 15z" fill="${main}"/><circle cx="25" cy="9" r="4.5" fill="${second}"/>`,
  diagonal: (main, second) =>
    `<path d="M4 28 20 4h8L12 28z" fill="${main}"/><path d="M4 14 11 4H4z" fill="${second}"/>`,
  square: (main, second) =>
    `<path d="M5 5h22v22H5z" fill="none" stroke="${main}" stroke-width="4"/><path d="M12 12h8v8h-8z" fill="${second}"/>`,
  chevron: (main, second) =>
    `<path d="m4 17 12-11 12 11v7L16 13 4 24z" fill="${main}"/><path d="m11 27 5-5 5 5z" fill="${second}"/>`,
  peak: (main, second) => `<path d="M3 27 13 6l10 21z" fill="${main}"/><path d="m20 15 9 12h-6z" fill="${second}"/>`,
  petal: (main, second) =>
    `<path d="M16 3c6 5 6 12 0 17-6-5-6-12 0-17z" fill="${main}"/><path d="M4 15c7-1 11 4 12 13-8 0-12-5-12-13zM28 15c-7-1-11 4-12 13 8 0 12-5 12-13z" fill="${second}"/>`,
};

/** The letters our partners' codes are made of, as strokes on a cap height of 20, each with its width. */
const letters: Record<string, [width: number, path: string]> = {
  A: [17, 'M1 20 8.5 0 16 20M3.6 13.4h9.8'],
  C: [17, 'M16 4.2A9 10 0 1 0 16 15.8'],
  G: [18, 'M16 4.2A9 10 0 1 0 17 11.6V10.7h-6.4'],
  L: [11, 'M1 0v20h10'],
  M: [20, 'M1 20V0l9 13.4L19 0v20'],
  N: [17, 'M1 20V0l15 20V0'],
  S: [14, 'M13 4C12.2 1.4 10 0 7.2 0 3.8 0 1.4 2 1.4 5c0 6.6 12 3 12 9.8 0 3.2-2.6 5.2-6.2 5.2-3.2 0-5.6-1.6-6.4-4.4'],
  T: [15, 'M0 0h15M7.5 0v20'],
  U: [17, 'M1 0v12.5a7.5 7.5 0 0 0 15 0V0'],
  V: [17, 'M1 0l7.5 20L16 0'],
};
const letterGap = 6;

/** The favicon: the mark on its partner's deep colour. */
export function faviconSvg({ mark, theme }: Partner): string {
  return svg(
    '0 0 48 48',
    `<rect width="48" height="48" rx="11" fill="${theme.deep}"/><g transform="translate(5.6 5.6) scale(1.15)">${marks[mark]('#fff', accentOnDeep(theme))}</g>`,
  );
}

/** The mark alone in white, as a picture on a deep surface. */
export function markSvg({ mark }: Partner): string {
  return svg('0 0 32 32', marks[mark]('#fff', '#fff'));
}

/** The wordmark for a deep surface: mark and code in capitals. The letters are drawn, an image cannot use our font. */
export function logoSvg({ code, mark, theme }: Partner): string {
  const { drawing, width } = word(code.toUpperCase());
  return svg(
    `0 0 ${44 + width} 32`,
    `${marks[mark]('#fff', accentOnDeep(theme))}<g transform="translate(43 6)" fill="none" stroke="#fff" stroke-width="3.6" stroke-linejoin="bevel">${drawing}</g>`,
  );
}

function word(text: string): { drawing: string; width: number } {
  let x = 0;
  let drawing = '';
  for (const letter of text) {
    const [width, path] = letters[letter] ?? missing(letter);
    drawing += `<path transform="translate(${x})" d="${path}"/>`;
    x += width + letterGap;
  }
  return { drawing, width: x - letterGap };
}

function missing(letter: string): never {
  throw new Error(`Draw the letter ${letter} in portal/partner/marks.ts: a partner's code uses it.`);
}

function svg(viewBox: string, content: string): string {
  const [, , width, height] = viewBox.split(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">${content}</svg>`;
}
