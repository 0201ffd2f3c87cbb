import { randomUUID } from 'node:crypto';

/** A published webinar as staff send it, in ten days unless `more` says otherwise. */
export const webinarDraft = (more: object = {}) => ({
  course: 'cyber',
  title: 'Phishing, live',
  description: 'How an {enrolled} student finds the bait.',
  host: 'Mira, analyst',
  category: 'technical',
  minutes: 60,
  attendees: 40,
  date: { on: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) },
  time: '18:00',
  link: 'https://meet.example.org/phishing',
  reminderHours: [24, 1],
  isPublished: true,
  ...more,
});

/** The same as a new webinar of UTS, each with a key of its own. */
export const newWebinar = (more: object = {}) => ({ ...webinarDraft(), key: randomUUID(), partner: 'uts', ...more });
