import type { WebinarStanding } from '../../contract/console/webinars-schemas.ts';
import { courseCodes, courses } from '../../shared/courses.ts';
import { defaultPartner, findPartner, partners } from '../../shared/partners.ts';
import { cityOf, formatTime } from '../../shared/format.ts';
import type { WebinarCategory } from '../../shared/webinar-choices.ts';
import type { Tone } from '../../ui/tones.ts';
import type { Choice } from '../list/choice.ts';
import { dayOf } from '../shell/times.ts';

/** What staff call where a webinar stands. */
export const standingWords: Readonly<Record<WebinarStanding, { label: string; tone: Tone }>> = {
  upcoming: { label: 'Upcoming', tone: 'success' },
  past: { label: 'Past', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
};

export const categoryWords: Readonly<Record<WebinarCategory, string>> = {
  technical: 'Technical',
  career: 'Career',
  info: 'Info',
};

export const standingChoices: readonly Choice[] = Object.entries(standingWords).map(([value, { label }]) => ({
  value,
  label,
}));
export const courseChoices: readonly Choice[] = courseCodes.map((code) => ({ value: code, label: courses[code].name }));

/** "UTS", or "All partners". */
export const partnerWords = (partner: string | null): string =>
  partner === null ? 'All partners' : partner.toUpperCase();

interface Timed {
  partner: string | null;
  day: string;
  time: string;
}

const partnerOf = (code: string | null) => findPartner(code ?? undefined) ?? partners[defaultPartner];

/** "2 Dec 2026, 6:00 pm" */
export const timeWords = ({ partner, day, time }: Timed): string =>
  `${dayOf(day)}, ${formatTime(partnerOf(partner), `2026-01-01T${time}:00Z`, 'UTC')}`;

/** "Sydney time"; one of all partners takes place on the clock of each. */
export const clockWords = ({ partner }: Pick<Timed, 'partner'>): string =>
  partner === null ? 'On each partner’s clock' : `${cityOf(partnerOf(partner).timeZone)} time`;

/** "Every 2 weeks", "Once". */
export const repeatWords = (weeks: number | null): string =>
  weeks === null ? 'Once' : weeks === 1 ? 'Every week' : `Every ${weeks} weeks`;

/** "24 hours and 1 hour before", "none". */
export function reminderWords(hours: readonly number[]): string {
  if (hours.length === 0) return 'None';
  const each = hours.toSorted((one, other) => other - one).map((count) => `${count} ${count === 1 ? 'hour' : 'hours'}`);
  return `${new Intl.ListFormat('en', { type: 'conjunction' }).format(each)} before`;
}
