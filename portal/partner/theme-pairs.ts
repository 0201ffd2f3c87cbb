import type { PartnerTheme } from '../../shared/partner-entries.ts';

/** What every theme shares; the style sheet has the same values. */
export const sharedColours = {
  white: '#ffffff',
  ink: '#1b1f24',
  muted: '#565d66',
  control: '#767e88',
  surface: '#f7f8fa',
  'error-tint': '#fdedec',
} as const;

/** Two colours that meet on a page, and the contrast WCAG 2.2 asks of them. */
export interface ColourPair {
  what: string;
  colours: [string, string];
  least: number;
}

const text = 4.5;
const drawn = 3;

/** Every pair of colours whose contrast depends on the theme. */
export function themePairs({ primary, deep, tint, accent, accentInk, focus, error }: PartnerTheme): ColourPair[] {
  const { white, ink, muted, control, surface } = sharedColours;
  const pairs: [what: string, one: string, other: string, least: number][] = [
    ['buttons and links on white', primary, white, text],
    ['links on grey', primary, surface, text],
    ['links on the tint', primary, tint, text],
    ['white on the deep colour', white, deep, text],
    ['ink on the tint', ink, tint, text],
    ['muted text on the tint', muted, tint, text],
    ['text on the accent', accentInk, accent, text],
    ['errors on white', error, white, text],
    ['errors on their tint', error, sharedColours['error-tint'], text],
    ['errors on the tint', error, tint, text],
    ['the focus ring on white', focus, white, drawn],
    ['the focus ring on the tint', focus, tint, drawn],
    ['a white focus ring on the deep colour', white, deep, drawn],
    ['borders of controls on the tint', control, tint, drawn],
  ];
  return pairs.map(([what, one, other, least]) => ({ what, colours: [one, other], least }));
}

/** The contrast ratio of WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
