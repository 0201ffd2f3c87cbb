import { expect, test } from 'vitest';
import { findPartner, partnerCodes, partners, partnerTitle } from './partners.ts';

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
