import { courseCodes } from '../../../shared/courses.ts';
import type { Platform } from '../../platform/platform.ts';
import { readContent } from '../content.ts';
import { hasWebinars, insertWebinars, type NewWebinar } from './webinars.store.ts';

/** Hours before the start. */
const usualReminders: readonly number[] = [24, 1];

/**
 * Fills an empty table from `content/webinars.yaml`, for all partners. From then on the table is the home of webinars:
 * later changes of the file change nothing (decision 0081). Concurrent starts add each webinar once.
 */
export async function importWebinars({ db }: Pick<Platform, 'db'>): Promise<void> {
  if (await hasWebinars(db)) return;
  await insertWebinars(db, readWebinarFile());
}

function readWebinarFile(): NewWebinar[] {
  const file = readContent('webinars');
  return courseCodes.flatMap((course) =>
    file[course].map((webinar) => ({
      ...webinar,
      time: toDayClock(webinar.time),
      partner: null,
      course,
      state: 'published' as const,
      link: null,
      reminderHours: [...usualReminders],
    })),
  );
}

/** `6:00 pm` as `18:00`. */
function toDayClock(time: string): string {
  const [, hour = '', minute = '', half] = /^(\d{1,2}):(\d{2}) ([ap]m)$/.exec(time) ?? [];
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
