import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { partnerCodes, partners, type PartnerCode } from '../../shared/partners.ts';
import { findPartnerFaults } from './partner-faults.ts';
import { contrast, sharedColours, themePairs } from './theme-pairs.ts';

const { white, ink } = sharedColours;

/** As the design computed them for the first partners. */
const designed: Partial<Record<PartnerCode, Record<string, number>>> = {
  uts: { onWhite: 7.72, onTint: 6.94, onDeep: 13.67, inkOnTint: 14.87, onAccent: 6.16, focus: 6.94 },
  uc: { onWhite: 11.23, onTint: 10.15, onDeep: 16.25, inkOnTint: 14.98, onAccent: 7.26, focus: 10.15 },
  vcu: { onWhite: 15.63, onTint: 14.48, onDeep: 18.83, inkOnTint: 15.35, onAccent: 10, focus: 6.16 },
  unlv: { onWhite: 6.07, onTint: 5.57, onDeep: 13.07, inkOnTint: 15.2, onAccent: 9.42, focus: 5.57 },
  utsa: { onWhite: 5.47, onTint: 5.05, onDeep: 15.79, inkOnTint: 15.3, onAccent: 15.79, focus: 14.59 },
  mtu: { onWhite: 7.89, onTint: 7.19, onDeep: 13.86, inkOnTint: 15.09, onAccent: 11.27, focus: 7.19 },
  sg: { onWhite: 8.74, onTint: 7.84, onDeep: 15.49, inkOnTint: 14.84, onAccent: 6.6, focus: 7.84 },
};

describe.each(partnerCodes)('the theme of %s', (code) => {
  const { theme } = partners[code];

  test.each(themePairs(theme))('keeps $what readable', ({ colours, least }) => {
    expect(contrast(...colours)).toBeGreaterThanOrEqual(least);
  });
});

test.each(Object.entries(designed))('the theme of %s has the contrasts it was designed with', (code, expected) => {
  const { primary, deep, tint, accent, accentInk, focus } = partners[code as PartnerCode].theme;
  const ratios = {
    onWhite: contrast(primary, white),
    onTint: contrast(primary, tint),
    onDeep: contrast(white, deep),
    inkOnTint: contrast(ink, tint),
    onAccent: contrast(accentInk, accent),
    focus: contrast(focus, tint),
  };
  for (const [name, ratio] of Object.entries(ratios)) expect(ratio).toBeCloseTo(expected[name]!, 2);
});

test('the style sheet has the shared colours of the pairs', () => {
  const css = readFileSync(new URL('../../ui/look.css', import.meta.url), 'utf8');
  const found = Object.fromEntries(
    [...css.matchAll(/--color-([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
  );
  expect(found).toMatchObject({ ...sharedColours, white: '#fff' });
});

test('no call has an address under the code of a partner', () => {
  const contract = path.resolve(import.meta.dirname, '../../contract');
  const firstStep = /'[A-Z]+ \/([a-z]{2,8})(?=[/'])/g;
  const steps = globSync('**/*.ts', { cwd: contract }).flatMap((file) =>
    [...readFileSync(path.join(contract, file), 'utf8').matchAll(firstStep)].map(([, step]) => step!),
  );
  expect(steps).toContain('console');
  expect([...new Set(steps)].filter((step) => findPartnerFaults(step, partners.uts).length === 0)).toEqual([]);
});

test('what is wrong with an entry is said in sentences', () => {
  const { theme, ...entry } = partners.uts;
  const wrong = { ...entry, timeZone: 'Mars/Base', mainWebsite: 'http://a.example', careerAdvisorContactPage: '/moon' };
  expect(findPartnerFaults('UTS', { ...wrong, theme: { ...theme, primary: '#9bb8e8', error: 'red' } })).toEqual([
    'UTS: the code is two to eight letters from a to z',
    'UTS: timeZone "Mars/Base" is no time zone',
    'UTS: mainWebsite "http://a.example" is no https address',
    'UTS: careerAdvisorContactPage "/moon" leads nowhere',
    'UTS: error "red" is no colour like #0f4bb8',
  ]);
  expect(findPartnerFaults('assets', { ...entry, theme: { ...theme, focus: '#dddddd' } })).toEqual([
    'assets: the code is an address of the product',
    'assets: the focus ring on white: #dddddd and #ffffff have a contrast of 1.36, not 3',
    'assets: the focus ring on the tint: #dddddd and #EEF3FC have a contrast of 1.22, not 3',
  ]);
});
