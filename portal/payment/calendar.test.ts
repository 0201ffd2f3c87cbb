import { expect, it } from 'vitest';
import { buildCalendarFile } from './calendar.ts';

it('the first day becomes an all-day entry, with commas escaped', () => {
  const file = buildCalendarFile({
    day: '2027-02-01',
    title: 'Cyber Security, first day',
    uid: 'INT-7K4Q-2M9X@intake',
    nowMs: Date.UTC(2026, 10, 20, 2, 30),
  });
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Enrolment//EN',
    'BEGIN:VEVENT',
    'UID:INT-7K4Q-2M9X@intake',
    'DTSTAMP:20261120T023000Z',
    'DTSTART;VALUE=DATE:20270201',
    String.raw`SUMMARY:Cyber Security\, first day`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});
