import type { FunnelRow, Money } from '../../contract/console/figures.ts';
import type { FunnelStep } from '../../contract/console/figure-lists.ts';

const numbers = new Intl.NumberFormat();
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "1 Nov" of a day without a time. */
export const shortDay = (day: string): string => short.format(new Date(day));

export const numberText = (count: number): string => numbers.format(count);

/** "NZD 12,375 + USD 10.50"; "–" for nothing. */
export function moneyText(money: readonly Money[]): string {
  if (money.length === 0) return '–';
  return money
    .map(({ currency, cents }) =>
      new Intl.NumberFormat(undefined, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      }).format(cents / 100),
    )
    .join(' + ');
}

export const funnelSteps: readonly { step: FunnelStep; label: string }[] = [
  { step: 'registered', label: 'Registered' },
  { step: 'eligible', label: 'Eligible' },
  { step: 'chosen', label: 'Chose a seat' },
  { step: 'paid', label: 'Paid' },
];

type Totals = Record<FunnelStep, number>;

/** The sum of all partners. */
export const totalsOf = (funnel: readonly FunnelRow[]): Totals => {
  const sum = (step: FunnelStep) => funnel.reduce((total, row) => total + row[step], 0);
  return { registered: sum('registered'), eligible: sum('eligible'), chosen: sum('chosen'), paid: sum('paid') };
};

/** The share of registered members as "41%"; empty where no member registered. */
export const shareText = (count: number, registered: number): string =>
  registered === 0 ? '' : `${Math.round((count / registered) * 100)}%`;

/** The steps with their counts, and the words beside them: "41 · 51%". */
export const sharesOf = (totals: Totals): { label: string; count: number; words: string }[] =>
  funnelSteps.map(({ step, label }) => {
    const share = step === 'registered' ? '' : shareText(totals[step], totals.registered);
    return { label, count: totals[step], words: [numberText(totals[step]), share].filter(Boolean).join(' · ') };
  });

/** "Sydney (Australia/Sydney)" of the zone that days are of. */
export const zoneWords = (zone: string): string =>
  zone === 'UTC'
    ? 'UTC, because several partners are shown'
    : `${zone.split('/').at(-1)!.replaceAll('_', ' ')} (${zone})`;

const minuteS = 60;
const hourS = 60 * minuteS;
const dayS = 24 * hourS;

/** Seconds as "2 d 3 h", "45 min", "20 s": the two largest units. */
export function durationText(seconds: number): string {
  if (seconds < minuteS) return `${Math.round(seconds)} s`;
  if (seconds < hourS) return `${Math.round(seconds / minuteS)} min`;
  const [large, small, unit] = seconds < dayS ? [hourS, minuteS, ['h', 'min']] : [dayS, hourS, ['d', 'h']];
  const whole = Math.floor(seconds / large);
  const rest = Math.floor((seconds % large) / small);
  return `${whole} ${unit[0]}${rest === 0 ? '' : ` ${rest} ${unit[1]}`}`;
}
