import { expect, test } from 'vitest';
import type { WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import { changedFields, differences, withTyped } from './webinar-changes.ts';

const base: WebinarDraft = {
  course: 'cyber',
  title: 'Phishing, live',
  description: 'How the bait is found.',
  host: 'Mira, analyst',
  category: 'technical',
  minutes: 60,
  attendees: 40,
  date: { on: '2026-12-02' },
  time: '18:00',
  link: null,
  reminderHours: [1, 24],
  isPublished: false,
};

test('the order of reminders is no change, another day or link is', () => {
  expect(changedFields(base, { ...base, reminderHours: [24, 1] })).toEqual([]);
  expect(changedFields(base, { ...base, date: { on: '2026-12-09' }, link: 'https://meet.example.org' })).toEqual([
    'day',
    'link',
  ]);
});

test('what a colleague has changed is told in lines', () => {
  const saved = { ...base, date: { everyWeeks: 2, from: '2026-12-09' }, minutes: 90, isPublished: true } as const;
  expect(differences(base, saved)).toEqual([
    expect.stringMatching(/^First day: .*9.*2026/),
    'Takes place: Every 2 weeks',
    'Length: 90 minutes',
    'Published: yes',
  ]);
});

test('of a form only what was typed goes over the webinar as it is now, the day apart from how often it comes', () => {
  const now: WebinarDraft = {
    ...base,
    date: { on: '2026-12-09' },
    link: 'https://meet.example.org',
    isPublished: true,
  };
  const typed: WebinarDraft = { ...base, host: 'Noa', date: { everyWeeks: 1, from: '2026-12-02' } };
  expect(withTyped(now, { base, typed })).toEqual({
    ...now,
    host: 'Noa',
    date: { everyWeeks: 1, from: '2026-12-09' },
  });
});

test('what is sent has the fields of a draft alone', () => {
  const shown = { ...base, id: 'web_1', version: 3, standing: 'draft' };
  expect(Object.keys(withTyped(shown, { base: shown, typed: base })).toSorted()).toEqual(Object.keys(base).toSorted());
});
