import type { Permission } from '../permissions.ts';
import type { Figures } from './figures.ts';
import type { MemberStep } from './members-schemas.ts';

/**
 * The lists that figures and reports count, as their addresses: the same below `/console`, where people open them, and
 * below `/console/api`, where their call is. Each has exactly the rows that its number counts.
 */

/** Moments, ISO; up to, not including, `until`. */
export interface Moments {
  from: string;
  until: string;
}

type Pair = readonly [name: string, value: string];
const pairs = (name: string, values: readonly string[] = []): Pair[] => values.map((value) => [name, value]);
/** A code that no partner has: the list of no partner is empty, and not that of all. */
const noPartner = 'none';
const ofPartners = (name: string, partners: readonly string[]) =>
  pairs(name, partners.length === 0 ? [noPartner] : partners);
const between = (column: string, { from, until }: Moments): Pair[] => [
  [`${column}.from`, from],
  [`${column}.until`, until],
];
const addressOf = (path: string, query: readonly Pair[]) =>
  `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`;

/** A step of the funnel: accounts that were made, then how far they have come. */
export type FunnelStep = 'registered' | MemberStep;

/** Members who registered at these partners in a time. */
export interface MembersCounted {
  siteId: string;
  partners: readonly string[];
  span: Moments;
  /** Those of them who have come as far as this. */
  step?: FunnelStep;
  /** Those of them who have not come as far as this. */
  not?: MemberStep | undefined;
  /** Of which courses and cohorts the seat is that they have chosen and paid for. */
  courses?: readonly string[] | undefined;
  cohorts?: readonly string[] | undefined;
}

/** The list of members whom a number counts. */
export const membersList = ({ siteId, partners, span, step = 'registered', not, ...of }: MembersCounted): string =>
  addressOf(`/sites/${siteId}/members`, [
    ...ofPartners('origin', partners),
    ...between('created', span),
    ...(step === 'registered' ? [] : pairs('reached', [step])),
    ...(not === undefined ? [] : pairs('reached.not', [not])),
    ...(step === 'registered' && not === undefined ? [] : pairs('course', of.courses)),
    ...(step === 'registered' && not === undefined ? [] : pairs('cohort', of.cohorts)),
  ]);

/** What of an order lies in a time: when it was paid, money that came in, money that went back. */
export type OrderTime = 'paid' | 'received' | 'returned';

/** The list of orders that a number counts. @param currency of the money that came in or went back */
export const ordersList = (
  partners: readonly string[],
  time: OrderTime,
  { span, currency }: { span: Moments; currency?: string },
): string =>
  addressOf('/orders', [
    ...ofPartners('partner', partners),
    ...between(time, span),
    ...(currency === undefined ? [] : pairs('currency', [currency])),
  ]);

/** The list of orders whose seats in a cohort are sold. @param until those that were paid before this moment */
export const seatsList = (partners: readonly string[], cohort: string, until?: string): string =>
  addressOf('/orders', [
    ...ofPartners('partner', partners),
    ['cohort', cohort],
    ['state', 'paid'],
    ...(until === undefined ? [] : pairs('paid.until', [until])),
  ]);

/** Requests to partners in a time. */
export interface RequestsCounted {
  partners: readonly string[];
  span: Moments;
  kinds?: readonly string[];
  /** Those that wait, and those that are settled; both unless given. */
  state?: 'waiting' | 'settled';
  courses?: readonly string[] | undefined;
  /** Of leads: how far the member with their address has come. */
  became?: FunnelStep | undefined;
}

/** What the list calls them. */
const statuses = {
  waiting: ['waiting'],
  settled: ['answered', 'resolved'],
  any: ['waiting', 'answered', 'resolved'],
} as const;

/** The list of requests that a number counts. */
export const requestsList = ({ partners, span, kinds, state, courses, became }: RequestsCounted): string =>
  addressOf('/requests', [
    ...ofPartners('partner', partners),
    ...pairs('kind', kinds),
    ...between('created', span),
    ...pairs('status', statuses[state ?? 'any']),
    ...pairs('course', courses),
    ...(became === undefined ? [] : pairs('became', [became])),
  ]);

/** The partners whose figures these are: those of the funnel. */
const partnersOf = ({ funnel }: Pick<Figures, 'funnel'>) => funnel.map(({ partner }) => partner);

/** The lists with exactly what the figures of a span count. */
export const listsOfSpan = (figures: Pick<Figures, 'siteId' | 'funnel'>, span: Moments) => {
  const partners = partnersOf(figures);
  return {
    registered: membersList({ siteId: figures.siteId, partners, span }),
    enrolled: ordersList(partners, 'paid', { span }),
    moneyIn: ordersList(partners, 'received', { span }),
    moneyBack: ordersList(partners, 'returned', { span }),
  };
};

/** The list of seats of a cohort that the partners of the figures have sold. */
export const seatsOfFigures = (figures: Pick<Figures, 'funnel'>, cohort: string): string =>
  seatsList(partnersOf(figures), cohort);

/** What one needs to open a list. */
export const permissionOfList = (address: string): Permission => {
  if (address.startsWith('/requests')) return 'answer-requests';
  return address.startsWith('/orders') ? 'see-orders' : 'see-members';
};
