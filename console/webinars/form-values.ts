import { webinarLimits, type ShownWebinar, type WebinarDraft } from '../../contract/console/webinars-schemas.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { webinarMinutes, type WebinarCategory } from '../../shared/webinar-choices.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { isCount, readNumber } from '../shell/typed-numbers.ts';

/** What a new webinar begins with. */
export const newWebinar: WebinarDraft = {
  course: 'cyber',
  title: '',
  description: '',
  host: '',
  category: 'info',
  minutes: 60,
  attendees: 0,
  date: { on: '' },
  time: '18:00',
  link: null,
  reminderHours: [24, 1],
  isPublished: false,
};

/** A webinar as its form begins. */
export const draftOf = ({ state, ...webinar }: ShownWebinar): WebinarDraft => ({
  ...webinar,
  isPublished: state === 'published',
});

const once = 'once';
/** The value of the field that says how often: `once`, or the number of weeks. */
export const repeatsOf = ({ date }: Pick<WebinarDraft, 'date'>): string =>
  'on' in date ? once : String(date.everyWeeks);
export const firstDayOf = ({ date }: Pick<WebinarDraft, 'date'>): string => ('on' in date ? date.on : date.from);
/** A date from both fields. */
export const dateOf = (day: string, repeats: string): WebinarDraft['date'] =>
  repeats === once ? { on: day } : { everyWeeks: Number(repeats), from: day };

/** The choices of how often, with that of the webinar where it is another one. */
export function repeatChoices(current: string): { value: string; label: string }[] {
  const weeks = [...new Set(['1', '2', '3', '4', '6', '8', ...(current === once ? [] : [current])])];
  return [
    { value: once, label: 'Once' },
    ...weeks
      .toSorted((one, other) => Number(one) - Number(other))
      .map((count) => ({ value: count, label: count === '1' ? 'Every week' : `Every ${count} weeks` })),
  ];
}

const hoursOf = (text = ''): number[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
const isHours = (hours: readonly number[]) =>
  hours.length <= webinarLimits.remindersMost &&
  hours.every((each) => Number.isInteger(each) && each >= 1 && each <= webinarLimits.reminderHoursMost);

/** Everything that is wrong with the form, in its order. */
export function checkWebinar(values: FormValues): Problem[] {
  const { title, description, host, day, time, link = '', reminders, attendees } = values;
  const missing = (field: string, value: string | undefined, message: string) =>
    value?.trim() ? [] : [{ field, message }];
  return [
    ...missing('title', title, 'Enter the title'),
    ...missing('description', description, 'Say what it is about'),
    ...missing('host', host, 'Say who hosts it'),
    ...missing('day', day, 'Choose a day'),
    ...missing('time', time, 'Choose a time'),
    ...(link.trim() === '' || /^https:\/\/\S+$/.test(link.trim())
      ? []
      : [{ field: 'link', message: 'Enter an address that begins with https://' }]),
    ...(isHours(hoursOf(reminders))
      ? []
      : [
          {
            field: 'reminders',
            message: `Enter up to ${webinarLimits.remindersMost} numbers from 1 to ${webinarLimits.reminderHoursMost}`,
          },
        ]),
    ...(isCount(attendees, 0, 99_999) ? [] : [{ field: 'attendees', message: 'Enter a number' }]),
  ];
}

/** The form as the call takes it. @param values that passed the check */
export function readWebinar(values: FormValues): WebinarDraft {
  const {
    course,
    title = '',
    description = '',
    host = '',
    category,
    minutes,
    attendees,
    day = '',
    repeats = once,
  } = values;
  const link = values['link']?.trim();
  return {
    course: course as CourseCode,
    title: title.trim(),
    description: description.trim(),
    host: host.trim(),
    category: category as WebinarCategory,
    minutes: webinarMinutes.find((each) => String(each) === minutes) ?? 60,
    attendees: readNumber(attendees ?? '') ?? 0,
    date: dateOf(day, repeats),
    time: values['time'] ?? '',
    link: link ? link : null,
    reminderHours: hoursOf(values['reminders']).toSorted((one, other) => other - one),
    isPublished: values['isPublished'] === 'on',
  };
}
