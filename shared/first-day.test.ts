import { expect, test } from 'vitest';
import { buildFirstDayFile, sequenceSince, type FirstDay } from './first-day.ts';
import { partners } from './partners.ts';

const paidAt = new Date('2026-11-20T02:30:00Z');
const firstDay: FirstDay = {
  partner: partners.uts,
  reference: 'INT-7K4Q-2M9X',
  course: 'cyber',
  cohort: {
    name: 'Cyber Security (Full-Time)',
    startDate: '2027-02-01',
    schedule: 'Monday to Friday, 9:00 am to 5:00 pm',
    timeZone: 'Australia/Sydney',
  },
  sequence: 0,
  madeAt: paidAt,
  url: 'https://portal.example.org/uts/payment/success',
};
const lineOf = (file: string | undefined, name: string) =>
  new RegExp(`^${name}[:;](.*)$`, 'm').exec(file!.replaceAll('\r\n ', '').replaceAll('\r', ''))?.[1];

test('a first day names its hours, the order and who it is from', () => {
  const file = buildFirstDayFile(firstDay);
  expect(lineOf(file, 'UID')).toBe('INT-7K4Q-2M9X@intake');
  expect(lineOf(file, 'DESCRIPTION')).toBe(
    String.raw`Cyber Security (Full-Time)\nMonday to Friday\, 9:00 am to 5:00 pm (Sydney time)\nReference INT-7K4Q-2M9X`,
  );
  expect(lineOf(file, 'ORGANIZER')).toContain('UTS Enrolment');
  expect(lineOf(file, 'METHOD')).toBe('PUBLISH');
});

test('a file that is made later replaces every earlier one in a calendar', () => {
  const after = (minutes: number) => sequenceSince(paidAt, new Date(paidAt.getTime() + minutes * 60_000));
  expect([after(0), after(1), after(60), after(1440)]).toEqual([1, 2, 61, 1441]);
  // A clock that is behind.
  expect(after(-5)).toBe(1);
});

test('a cohort without a day has no file, and a course that is taught no more goes by its cohort', () => {
  expect(buildFirstDayFile({ ...firstDay, cohort: { ...firstDay.cohort, startDate: 'Future' } })).toBeUndefined();
  expect(lineOf(buildFirstDayFile({ ...firstDay, course: undefined }), 'SUMMARY')).toBe(
    'Cyber Security (Full-Time): first day',
  );
});
