import type { WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import { courses } from '../../shared/courses.ts';
import { dayOf } from '../shell/times.ts';
import { dateOf, firstDayOf, repeatsOf } from './form-values.ts';
import { categoryWords, reminderWords, repeatWords } from './webinar-words.ts';

const labels = {
  title: 'Title',
  description: 'What it is about',
  host: 'Host',
  course: 'Course',
  category: 'Kind',
  day: 'First day',
  repeats: 'Takes place',
  time: 'Starts at',
  minutes: 'Length',
  link: 'Link to take part',
  reminderHours: 'Reminder mails',
  attendees: 'Usual number of people',
  isPublished: 'Published',
} as const;
type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];

const valuesOf = (draft: WebinarDraft) => ({ ...draft, day: firstDayOf(draft), repeats: repeatsOf(draft) });

const wordsOf = (draft: WebinarDraft): Record<Name, string> => ({
  ...draft,
  course: courses[draft.course].name,
  category: categoryWords[draft.category],
  day: dayOf(firstDayOf(draft)),
  repeats: repeatWords('on' in draft.date ? null : draft.date.everyWeeks),
  minutes: `${draft.minutes} minutes`,
  link: draft.link ?? 'none',
  reminderHours: reminderWords(draft.reminderHours),
  attendees: String(draft.attendees),
  isPublished: draft.isPublished ? 'yes' : 'no',
});

/** The fields in which two drafts differ. */
export function changedFields(base: WebinarDraft, other: WebinarDraft): Name[] {
  const [before, after] = [wordsOf(base), wordsOf(other)];
  return names.filter((name) => before[name] !== after[name]);
}

/** What a colleague has changed, a line each: "Length: 90 minutes". */
export const differences = (base: WebinarDraft, saved: WebinarDraft): string[] =>
  changedFields(base, saved).map((name) => `${labels[name]}: ${wordsOf(saved)[name]}`);

/** The webinar as it is now, with what was typed over the one that was read. */
export function withTyped(now: WebinarDraft, { base, typed }: { base: WebinarDraft; typed: WebinarDraft }) {
  const changed = changedFields(base, typed);
  const [kept, sent] = [valuesOf(now), valuesOf(typed)];
  const { day, repeats, ...draft } = Object.fromEntries(
    names.map((name) => [name, (changed.includes(name) ? sent : kept)[name]]),
  ) as Omit<WebinarDraft, 'date'> & { day: string; repeats: string };
  return { ...draft, date: dateOf(day, repeats) };
}
