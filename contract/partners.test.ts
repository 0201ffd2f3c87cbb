import { describe, expect, test } from 'vitest';
import { findPartner, partnerCodes, partners, partnerTitle } from './partners.ts';

/** What every theme shares; the portal's style sheet has the same values. */
const white = '#FFFFFF';
const ink = '#1B1F24';
const muted = '#565D66';
const controlBorder = '#767E88';
const errorTint = '#FDEDEC';

/** WCAG: text needs 4.5, what is drawn needs 3. */
const text = 4.5;
const drawn = 3;

describe.each(partnerCodes)('the theme of %s', (code) => {
  const theme = partners[code].theme;
  const pairs: [what: string, one: string, other: string, least: number][] = [
    ['buttons and links on white', theme.primary, white, text],
    ['links on the tint', theme.primary, theme.tint, text],
    ['white on the deep colour', white, theme.deep, text],
    ['ink on the tint', ink, theme.tint, text],
    ['muted text on the tint', muted, theme.tint, text],
    ['text on the accent', theme.accentInk, theme.accent, text],
    ['errors on white', theme.error, white, text],
    ['errors on their tint', theme.error, errorTint, text],
    ['the focus ring on white', theme.focus, white, drawn],
    ['the focus ring on the tint', theme.focus, theme.tint, drawn],
    ['a white focus ring on the deep colour', white, theme.deep, drawn],
    ['borders of controls on the tint', controlBorder, theme.tint, drawn],
  ];

  test.each(pairs)('keeps %s readable', (_what, one, other, least) => {
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
  });
});

test('a known ratio comes out as published', () => {
  expect(contrast(partners.uts.theme.primary, white)).toBeCloseTo(7.72, 2);
});

test('partners are found by their code in lower case, and nothing else is', () => {
  expect(findPartner('uc')?.code).toBe('uc');
  for (const code of ['UC', 'xyz', '', '__proto__', undefined]) expect(findPartner(code)).toBeUndefined();
});

test('the tab title uses the partner spelling and the code in capitals', () => {
  expect(partnerTitle(partners.sg)).toBe('Enrolment Portal | SG');
  expect(partnerTitle(partners.mtu)).toBe('Enrollment Portal | MTU');
});

test('only uc writes programme, and only partners in the United States write enrollment', () => {
  const spelling = (code: (typeof partnerCodes)[number]) => {
    const { program, enrolment } = partners[code].words;
    return `${program} ${enrolment}`;
  };
  expect(partnerCodes.map(spelling)).toEqual([
    'program enrolment',
    'programme enrolment',
    'program enrollment',
    'program enrollment',
    'program enrollment',
    'program enrollment',
    'program enrolment',
  ]);
});

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
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
