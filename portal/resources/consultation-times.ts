import type { Partner } from '../../shared/partners.ts';
import { consultationSlots, type ConsultationSlot } from '../../shared/request-choices.ts';
import { dayIn, instantOf, offsetMs } from '../../shared/zoned-time.ts';
import { resourceMessages } from '../messages/resources.ts';
import { formatTime } from '../ui/format.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

/** When a consultation can be. Days and hours are the partner's; readers may sit elsewhere. */

export const slotNames = Object.keys(consultationSlots) as ConsultationSlot[];
export const isSlot = (value: string | undefined): value is ConsultationSlot =>
  slotNames.some((name) => name === value);

/** "Morning 9-12" */
export function labelOf(slot: ConsultationSlot): string {
  const { from, to } = consultationSlots[slot];
  return `${slot[0]!.toUpperCase()}${slot.slice(1)} ${hourOn12(from)}-${hourOn12(to)}`;
}

const hourOn12 = (hour: number) => ((hour + 11) % 12) + 1;

/** The hours of a slot on the reader's own clock and calendar; undefined where the clock shows the same. */
export function ownHours(
  slot: ConsultationSlot,
  day: string,
  partner: Pick<Partner, 'languageTag' | 'timeZone'>,
  readerZone: string,
): string | undefined {
  const { startsAt, endsAt } = slotOn(slot, day, partner.timeZone);
  if (offsetMs(startsAt, partner.timeZone) === offsetMs(startsAt, readerZone)) return undefined;
  const [from, to] = [startsAt, endsAt].map((moment) => formatTime(partner, moment.toISOString(), readerZone));
  const here = dayIn(readerZone, startsAt);
  const otherDay = here === day ? '' : here < day ? ', the day before' : ', the day after';
  return `${from} to ${to} for you${otherDay}`;
}

/** The first day that can be chosen: past neither for the partner nor for the reader. */
export function firstDay(timeZone: string, readerZone: string, now: Date): string {
  const [there, here] = [dayIn(timeZone, now), dayIn(readerZone, now)];
  return there > here ? there : here;
}

/** What is wrong with a wish, in the order of the fields. */
export function checkWish(values: FormValues, timeZone: string, readerZone: string, now: Date): Problem[] {
  const date = values['date'] ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return [{ field: 'date', message: resourceMessages.dateMissing }];
  if (date < firstDay(timeZone, readerZone, now)) return [{ field: 'date', message: resourceMessages.dateInPast }];
  const slot = values['slot'];
  if (!isSlot(slot)) return [{ field: 'slot', message: resourceMessages.slotMissing }];
  if (slotOn(slot, date, timeZone).endsAt <= now) return [{ field: 'slot', message: resourceMessages.slotPassed }];
  return [];
}

function slotOn(slot: ConsultationSlot, day: string, timeZone: string) {
  const { from, to } = consultationSlots[slot];
  return { startsAt: instantOf(day, `${from}:00`, timeZone), endsAt: instantOf(day, `${to}:00`, timeZone) };
}
