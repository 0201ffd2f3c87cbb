import type { PartnerMark } from './partner-entries.ts';
import type { Partner } from './partners.ts';
import { accentOnDeep } from './partner-drawings.ts';

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

/** The alphabet as strokes on a cap height of 20, each letter with its width. */
const letters: Record<string, [width: number, path: string]> = {
  A: [17, 'M1 20 8.5 0 16 20M3.6 13.4h9.8'],
  B: [15, 'M1 0v20h7a5.4 5.4 0 0 0 0-10.8H1h6.4a4.6 4.6 0 0 0 0-9.2z'],
  C: [17, 'M16 4.2A9 10 0 1 0 16 15.8'],
  D: [17, 'M1 0v20h5a10 10 0 0 0 0-20z'],
  E: [12, 'M12 0H1v20h11M1 10h9'],
  F: [12, 'M12 0H1v20M1 10h9'],
  G: [18, 'M16 4.2A9 10 0 1 0 17 11.6V10.7h-6.4'],
  H: [17, 'M1 0v20M16 0v20M1 10h15'],
  I: [2, 'M1 0v20'],
  J: [12, 'M11 0v14a5 5 0 0 1-10 0'],
  K: [16, 'M1 0v20M15 0 1 12M6 8l9 12'],
  L: [11, 'M1 0v20h10'],
  M: [20, 'M1 20V0l9 13.4L19 0v20'],
  N: [17, 'M1 20V0l15 20V0'],
  O: [20, 'M10 0a9 10 0 0 1 0 20 9 10 0 0 1 0-20z'],
  P: [15, 'M1 20V0h7a5.6 5.6 0 0 1 0 11.2H1'],
  Q: [20, 'M10 0a9 10 0 0 1 0 20 9 10 0 0 1 0-20zM12 13l7 8'],
  R: [16, 'M1 20V0h7a5.4 5.4 0 0 1 0 10.8H1M8 10.8 15 20'],
  S: [14, 'M13 4C12.2 1.4 10 0 7.2 0 3.8 0 1.4 2 1.4 5c0 6.6 12 3 12 9.8 0 3.2-2.6 5.2-6.2 5.2-3.2 0-5.6-1.6-6.4-4.4'],
  T: [15, 'M0 0h15M7.5 0v20'],
  U: [17, 'M1 0v12.5a7.5 7.5 0 0 0 15 0V0'],
  V: [17, 'M1 0l7.5 20L16 0'],
  W: [25, 'M1 0l5.8 20L12.5 3l5.7 17L24 0'],
  X: [16, 'M1 0l14 20M15 0 1 20'],
  Y: [17, 'M1 0l7.5 10L16 0M8.5 10v10'],
  Z: [15, 'M1 0h13L1 20h13'],
};
const letterGap = 6;
/** Kerning: by how much less the gap is between letters whose open sides meet. */
const kerning: Record<string, number> = { AT: 4, AV: 5, AY: 5, FA: 4, LT: 5, LV: 5, LY: 6, PA: 4, TA: 4, VA: 5, YA: 5 };

/** The favicon: the mark on its partner's deep colour. */
export function faviconSvg(partner: Partner): string {
  const { theme } = partner;
  const mark = markOf(partner, '#fff', accentOnDeep(theme));
  return svg(
    '0 0 48 48',
    `<rect width="48" height="48" rx="11" fill="${theme.deep}"/><g transform="translate(5.6 5.6) scale(1.15)">${mark}</g>`,
  );
}

/** The mark alone in white, as a picture on a deep surface. */
export function markSvg(partner: Partner): string {
  return svg('0 0 32 32', markOf(partner, '#fff', '#fff'));
}

/** The wordmark for a deep surface: mark and code in capitals. The letters are drawn, an image cannot use our font. */
export function logoSvg({ code, mark, theme }: Partner): string {
  const { drawing, width } = word(code);
  // A mark of letters would say the same twice.
  const start = mark ? 43 : 3;
  const before = mark ? marks[mark]('#fff', accentOnDeep(theme)) : '';
  return svg(
    `0 0 ${start + 1 + width} 32`,
    `${before}<g transform="translate(${start} 6)" ${strokes('#fff')}>${drawing}</g>`,
  );
}

const markOf = ({ code, mark }: Partner, main: string, second: string): string =>
  mark ? marks[mark](main, second) : monogram(code, main, second);

/** The mark of a partner that has none: the code's first two letters over a bar. */
function monogram(code: string, main: string, second: string): string {
  const { drawing, width } = word(code.slice(0, 2));
  const scale = Math.min(28 / width, 0.9);
  const [left, top] = [16 - (width * scale) / 2, 13 - 10 * scale].map((value) => Number(value.toFixed(2)));
  return `<g transform="translate(${left} ${top}) scale(${scale.toFixed(3)})" ${strokes(main)}>${drawing}</g><path d="M2 26h28v3H2z" fill="${second}"/>`;
}

const strokes = (colour: string) => `fill="none" stroke="${colour}" stroke-width="3.6" stroke-linejoin="bevel"`;

function word(text: string): { drawing: string; width: number } {
  let x = 0;
  let drawing = '';
  let before = '';
  for (const letter of text.toUpperCase()) {
    const [width, path] = letters[letter] ?? missing(letter);
    x -= kerning[before + letter] ?? 0;
    drawing += `<path transform="translate(${x})" d="${path}"/>`;
    x += width + letterGap;
    before = letter;
  }
  return { drawing, width: x - letterGap };
}

function missing(character: string): never {
  throw new Error(`A partner's code is letters from a to z, "${character}" is none.`);
}

function svg(viewBox: string, content: string): string {
  const [, , width, height] = viewBox.split(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">${content}</svg>`;
}
