import { expect, test } from 'vitest';
import { partnerCodes, partners } from '../../shared/partners.ts';
import { courseCodes } from '../../shared/courses.ts';
import { drawingSvg } from '../../shared/partner-drawings.ts';
import { faviconSvg, logoSvg, markSvg } from '../../shared/partner-marks.ts';
import { themeRule } from './theme.ts';

test('every partner has a favicon and a logo like no other', () => {
  const favicons = partnerCodes.map((code) => faviconSvg(partners[code]));
  const logos = partnerCodes.map((code) => logoSvg(partners[code]));
  expect(new Set(favicons).size).toBe(partnerCodes.length);
  expect(new Set(logos).size).toBe(partnerCodes.length);
});

test('a partner without a mark is drawn by the letters of its code', () => {
  const [one, other] = (['qx', 'zk'] as const).map((code) => {
    const { mark: _none, ...unmarked } = { ...partners.uts, code: code as 'uts' };
    return unmarked;
  });
  for (const draw of [faviconSvg, markSvg, logoSvg]) expect(draw(one!)).not.toBe(draw(other!));
});

test('every letter of the alphabet is drawn', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    expect(logoSvg({ ...partners.uts, code: letter as 'uts' })).toContain('<path transform="translate(0)"');
  }
});

test('letters whose open sides meet stand closer together', () => {
  const widthOf = (code: string) => Number(/width="(\d+)"/.exec(logoSvg({ ...partners.uts, code: code as 'uts' }))![1]);
  expect(widthOf('lv')).toBe(widthOf('vl') - 5);
  expect(widthOf('unlv')).toBe(widthOf('unvl') - 5);
});

test('every course has a drawing for either ground, in the colours of the partner', () => {
  const { theme } = partners.utsa;
  for (const course of courseCodes) {
    expect(drawingSvg(course, theme, 'tint')).toContain(`stroke="${theme.primary}"`);
    const onDeep = drawingSvg(course, theme, 'deep');
    expect(onDeep).toContain('stroke="#ffffff"');
    // This partner's accent is its deep colour and would vanish.
    expect(onDeep).toContain(`fill="${theme.primary}"`);
  }
});

test('a theme becomes one rule under the class of its partner', () => {
  expect(themeRule('uts', partners.uts.theme)).toMatch(
    /^\.uts\{--accent-on-deep:#FF5C39;--brand:#0F4BB8;--deep:#0A2A66;.*--error:#B3261E\}$/,
  );
});
