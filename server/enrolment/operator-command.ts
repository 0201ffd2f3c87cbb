import { partnerCodes, type PartnerCode } from '../../shared/partners.ts';
import { recordEntry } from '../platform/audit/audit.ts';
import { table, WrongWords, type Command, type CommandGroup } from '../platform/commands.ts';
import { transaction, type PooledDatabase } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { Refusal } from '../platform/refusal.ts';
import { listReviewItems, resolveReviewItem } from '../platform/reviews.ts';
import { staffName } from '../platform/security-events/staff-commands.ts';
import { listCohorts, shownStart, type CohortRecord } from './catalogue/cohorts.ts';
import { changeCohortBy } from './catalogue/run-cohorts.ts';
import { runStateOf } from './catalogue/run-state.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { resolveByReference } from './requests/desk/look-after.ts';
import { requestsCommand } from './requests/request-commands.ts';

type Services = Pick<Platform, 'db' | 'reports' | 'clock'>;

const cohortCommand: Command<Services> = {
  name: 'cohort',
  takes: ['<id>'],
  about: 'changes a cohort: its seats, when it opens and closes, or whose students it is for',
  options: {
    seats: { type: 'string', takes: '30', about: 'seats in all; those taken or held are never taken away' },
    opens: { type: 'string', takes: '2027-01-04T09:00:00Z', about: 'from when it can be chosen' },
    closes: { type: 'string', takes: '2027-02-01T09:00:00Z', about: 'until when' },
    partners: { type: 'string', takes: 'vcu,mtu', about: 'whose students may choose it; "all" for everybody' },
  },
  run: (services, { words: [id], values }) => setCohort(services, id!, values),
};

const reviewsCommand: Command<Services> = {
  name: 'reviews',
  about: 'payments somebody must look at',
  details: `Something to do:
  deleted-member-paid   a member was deleted whose money bought a seat or a period; decide whether it goes back
  ended-subscription-paid  a subscription that another one replaced was charged once more; pay back what was not owed
  amount-differs        another amount than asked for was paid; give what was meant, or pay it back
  refund-failed         the card provider could not pay money back; a person must, by another way, unless it is disputed
  refund-disputed       a refund waits for the end of a dispute; do not pay by hand, answer the dispute
  dispute-lost-in-part  a bank took a part of a payment back; decide whether the seat or plan stays
  unknown-payment       money or a subscription for a checkout that is not ours
  claimed-eligibility   a student says that Admissions approved them; confirm it before the course starts
  invariant-broken      more seats are taken than exist
To know, in case a payer asks: the money goes back by itself.
  member-gone           paid by a member who had been deleted
  unseated-order        paid after the class had filled; the member may choose another one for 72 hours
  paid-twice            a second payment of one member
  every other kind      paid for a plan that could not be given
The card provider finds a payment by what stands under "about": it is in the payment's metadata, as order_id or checkout_id,
and the provider knows who paid also where the member is deleted. A full refund there ends the order and frees its seat.
The console decides each of them on a page of its own, with what that does to money and seat; "resolve" only takes one off the list.`,
  run: showReviews,
};

/** The operator commands of enrolment: cohorts, reviews, enquiries. */
export const operatorCommands: CommandGroup<Services> = {
  title: 'For staff who run intakes',
  commands: [
    {
      name: 'cohorts',
      about: 'every cohort with its seats',
      details: `One that starts in the "Future" has no date. The console gives it one: its students are mailed the first day and asked
whether they keep their seat.`,
      run: showCohorts,
    },
    cohortCommand,
    reviewsCommand,
    requestsCommand,
    {
      name: 'resolve',
      takes: ['<id>'],
      about: 'takes a matter or a request off its list, by its id or reference',
      run: (services, { words: [id] }) => resolve(services, id!),
    },
  ],
};

const cohortColumns = ['id', 'name', 'starts', 'opens', 'closes', 'state', 'taken', 'seats', 'for'];

async function showCohorts({ db, clock }: Services): Promise<string> {
  const now = clock.now();
  return table(
    cohortColumns,
    (await listCohorts(db, now)).map((cohort) => cohortRow(cohort, now)),
  );
}

const cohortRow = (cohort: CohortRecord, now: Date): string[] => [
  cohort.id,
  cohort.name,
  shownStart(cohort),
  shownTime(cohort.opensAt),
  shownTime(cohort.closesAt),
  runStateOf(cohort, now),
  String(cohort.seatsTaken),
  String(cohort.capacity),
  cohort.partners?.join(',') ?? 'all',
];

/** As the options take it. */
const shownTime = (at: Date | null): string => at?.toISOString().replace('.000Z', 'Z') ?? '-';

async function setCohort(
  { db, clock }: Services,
  id: string,
  values: { seats?: string; opens?: string; closes?: string; partners?: string },
): Promise<string> {
  const change = {
    capacity: readSeats(values.seats),
    opensAt: readTime('opens', values.opens),
    closesAt: readTime('closes', values.closes),
    partners: readPartners(values.partners),
  };
  const now = clock.now();
  if (Object.values(change).every((value) => value === undefined)) {
    if (!(await listCohorts(db, now)).some((cohort) => cohort.id === id)) throw new Refusal('cohort-not-found');
    throw new WrongWords('Nothing to change. "npm run intake -- cohort --help" lists what can be.');
  }
  const by = { actor: staffName() };
  const changed = await transaction(db, (tx) => changeCohortBy(tx, by, id, { change, now }));
  return table(cohortColumns, [cohortRow(changed, now)]);
}

function readSeats(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new WrongWords('--seats takes a whole number, 30 for example.');
  return Number(text);
}

function readPartners(text: string | undefined): PartnerCode[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'all') return null;
  const codes = [...new Set(text.split(','))];
  const known = partnerCodes.filter((code) => codes.includes(code));
  if (known.length < codes.length)
    throw new WrongWords(
      `--partners takes codes of partners, vcu,mtu for example, or all. They are ${partnerCodes.join(', ')}.`,
    );
  return known;
}

/** With its zone: without one it would be the machine's. */
const momentPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** `Date` takes the 30th of February for a day in March. */
const isInCalendar = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const day = momentPattern.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text)) || !isInCalendar(day))
    throw new WrongWords(
      `--${name} takes an ISO time with its zone, 2027-02-01T09:00:00Z or 2027-02-01T09:00:00+13:00 for example.`,
    );
  return new Date(text);
}

async function showReviews({ db }: Services): Promise<string> {
  const items = await listReviewItems(db);
  if (items.length === 0) return 'Nothing waits for you.';
  return table(
    ['id', 'since', 'kind', 'about', 'note'],
    items.map((item) => [item.id, item.createdAt.toISOString(), item.kind, item.subject, item.note]),
  );
}

/** Resolves a review without a decision: the operator has dealt with the matter elsewhere. */
const resolveReview = (db: PooledDatabase, id: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const resolution = { by: staffName(), staffId: null, way: 'seen', reason: null };
    const resolved = await resolveReviewItem(tx, id, resolution);
    if (!resolved) return false;
    await recordEntry(tx, {
      siteId: enrolmentSite,
      actor: resolution.by,
      action: 'matter.decided',
      subject: resolved.subject,
      note: `${resolved.kind}: seen`,
    });
    return true;
  });

async function resolve({ db }: Services, id: string): Promise<string> {
  const isDone = (await resolveReview(db, id)) || (await resolveByReference(db, id));
  if (!isDone) throw new WrongWords(`No open matter or request is called ${id}. "reviews" and "requests" list them.`);
  return `${id} is off the list.`;
}
