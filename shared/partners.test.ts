import { expect, test } from 'vitest';
import { findPartner, partners, partnerTitle } from './partners.ts';

test('partners are found by their code in lower case, and nothing else is', () => {
  expect(findPartner('uc')?.code).toBe('uc');
  for (const code of ['UC', 'xyz', '', '__proto__', undefined]) expect(findPartner(code)).toBeUndefined();
});

test('the tab title uses the partner spelling and the code in capitals', () => {
  expect(partnerTitle(partners.sg)).toBe('Enrolment Portal | SG');
  expect(partnerTitle(partners.mtu)).toBe('Enrollment Portal | MTU');
});

test('each partner spells as its country does', () => {
  const spellings = Object.entries({
    uts: 'program enrolment',
    uc: 'programme enrolment',
    vcu: 'program enrollment',
    unlv: 'program enrollment',
    utsa: 'program enrollment',
    mtu: 'program enrollment',
    sg: 'program enrolment',
  });
  for (const [code, spelling] of spellings) {
    const { program, enrolment } = findPartner(code)!.words;
    expect(`${program} ${enrolment}`).toBe(spelling);
  }
});
