import { formatMoney } from '../money.ts';
import type { Coupon, Price } from '../wire/subscription-types.ts';

/** "20 October 2026" */
export const showDate = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000));

/** "20 Oct 2026", for lists. */
export const showShortDate = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(seconds * 1000));

/** "per month", "every 3 months"; nothing for what is paid once. */
export function showInterval({ recurring }: Pick<Price, 'recurring'>): string {
  if (!recurring) return '';
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
}

/** "50% off for 3 months"; for what is paid once only "50% off". */
export function showCoupon(coupon: Coupon, mode: string): string {
  const off =
    coupon.percent_off === null ? formatMoney(coupon.amount_off ?? 0, coupon.currency ?? '') : `${coupon.percent_off}%`;
  return mode === 'payment' ? `${off} off` : `${off} off ${showDuration(coupon)}`;
}

function showDuration({ duration, duration_in_months: months }: Coupon): string {
  if (duration === 'repeating') return `for ${count(months ?? 0, 'month')}`;
  return duration === 'once' ? 'the first payment' : 'every payment';
}

/** "1 day", "14 days" */
export const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;
