import { describe, expect, test } from 'vitest';
import { buildCalendarFile, findFirstClass, type CalendarEvent } from './calendar-file.ts';

const event: CalendarEvent = {
  uid: 'INT-7K4Q-2M9X@intake',
  sequence: 0,
  madeAt: new Date('2026-11-20T02:30:00Z'),
  when: { day: '2027-02-01' },
  title: 'Cyber Security, first day',
};

test('a whole day becomes an entry, with commas escaped', () => {
  expect(buildCalendarFile(event).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Enrolment//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:INT-7K4Q-2M9X@intake',
    'SEQUENCE:0',
    'DTSTAMP:20261120T023000Z',
    'DTSTART;VALUE=DATE:20270201',
    String.raw`SUMMARY:Cyber Security\, first day`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a cancelled one has the same id and a higher number', () => {
  const organizer = { name: 'UC "Enrolment"', email: 'help@uc.example.org' };
  const file = buildCalendarFile({ ...event, sequence: 1, organizer, cancelledFor: 'ana@example.org' });
  for (const line of [
    'METHOD:CANCEL',
    'UID:INT-7K4Q-2M9X@intake',
    'SEQUENCE:1',
    'STATUS:CANCELLED',
    'ORGANIZER;CN="UC Enrolment":mailto:help@uc.example.org',
    'ATTENDEE:mailto:ana@example.org',
  ])
    expect(file).toContain(`\r\n${line}\r\n`);
});

test('line breaks in a text cannot inject a property, and no line is longer than 75 octets', () => {
  const description = `Two lines\nand; a comma, ${'ü'.repeat(100)}\r\nATTENDEE:mailto:eve@example.org`;
  const file = buildCalendarFile({ ...event, description });
  const lines = file.split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  expect(file.replaceAll('\r\n ', '')).toContain(String.raw`Two lines\nand\; a comma\, ü`);
});

const cohort = {
  startDate: '2027-04-05',
  schedule: 'Monday to Friday, 9:00 am to 5:00 pm',
  timeZone: 'Pacific/Auckland',
};

test('the first class begins by the clock of the cohort', () => {
  // The day after summer time ends there.
  expect(findFirstClass(cohort)).toEqual({
    startsAt: new Date('2027-04-04T21:00:00Z'),
    endsAt: new Date('2027-04-05T05:00:00Z'),
  });
  expect(findFirstClass({ ...cohort, startDate: '2027-04-02' })).toMatchObject({
    startsAt: new Date('2027-04-01T20:00:00Z'),
  });
});

test('without hours the day is all that is known, and without a day nothing', () => {
  expect(findFirstClass({ ...cohort, schedule: null })).toEqual({ day: '2027-04-05' });
  for (const startDate of ['2027-04', 'Future']) expect(findFirstClass({ ...cohort, startDate })).toBeUndefined();
});

describe('hours as staff may write them', () => {
  const monday = (schedule: string) => findFirstClass({ startDate: '2027-03-01', schedule, timeZone: 'UTC' });
  const saturday = (schedule: string) => findFirstClass({ startDate: '2027-03-06', schedule, timeZone: 'UTC' });
  const between = (day: string, from: string, to: string) => ({
    startsAt: new Date(`${day}T${from}:00Z`),
    endsAt: new Date(`${day}T${to}:00Z`),
  });

  test.each([
    'Monday to Friday, 9:00am to 5:00pm',
    'Monday to Friday, 9:00 AM to 5:00 PM',
    'Mondays and Thursdays, 09:00 – 17:00',
    'Friday to Monday, 9:00 am-5:00 pm',
    'Weekdays, 9:00 am to 5:00 pm',
    '9:00 am to 5:00 pm on workdays',
  ])('%s begins at nine and ends at five', (schedule) => {
    expect(monday(schedule)).toEqual(between('2027-03-01', '09:00', '17:00'));
  });

  test.each([
    ['may begin in the morning', 'Monday, 6:00 to 9:00 pm'],
    ['would end before they begin', 'Monday, 9:00 to 5:00'],
    ['are half in another spelling', 'Monday, 9:00 am to 5 pm, Saturday, 9:00 am to 1:00 pm'],
    ['are no times', 'Monday, 9:75 am to 5:00 pm'],
    ['are those of other weekdays', 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm'],
    ['may be those of another day', '9:00 am to 5:00 pm on Tuesday, 6:00 pm to 9:00 pm on Monday'],
  ])('those that %s leave the day alone: %s', (_why, schedule) => {
    expect(monday(schedule)).toEqual({ day: '2027-03-01' });
  });

  test('several are those of the weekday of the first day', () => {
    const schedule = 'Tuesday and Thursday, 6:00 pm to 9:00 pm, and Saturday, 9:00 am to 1:00 pm';
    expect(saturday(schedule)).toEqual(between('2027-03-06', '09:00', '13:00'));
  });
});
