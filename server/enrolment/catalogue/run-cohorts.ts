import type { CohortWish } from '../../../contract/console/cohorts-schemas.ts';
import type { AuditedBy } from '../../platform/audit/audit.ts';
import { transaction, type PooledDatabase, type Transaction } from '../../platform/database/database.ts';
import { idOfPress } from '../../platform/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { cohortZoneOf } from '../partner-scope.ts';
import { recordCohortAct, type CohortAct, type Runner } from './cohort-acts.ts';
import { momentsOf } from './cohort-days.ts';
import {
  requireChangeableCohort,
  requirePartners,
  requireSeenCohort,
  requireWhole,
  type CohortScope,
} from './cohort-scope.ts';
import {
  changeLockedCohort,
  requireDays,
  requireMinimum,
  zoneFor,
  type CohortChange,
  type CohortRecord,
} from './cohorts.ts';
import { addCohorts, deleteDraft, lockCohort, type NewCohort } from './cohorts.store.ts';

/** What a change asks for, by the names of the call. */
interface ChangeWish extends Omit<
  CohortChange,
  'timeZone' | 'opensAt' | 'closesAt' | 'partners' | 'isDraft' | 'confirmedAt'
> {
  partners?: readonly string[] | null | undefined;
  opensOn?: string | null | undefined;
  enrolBy?: string | null | undefined;
}

type Services = Pick<Platform, 'db' | 'clock'>;

/**
 * Creates a cohort.
 *
 * @param key of the request: a second one with it creates nothing more
 * @returns its id
 * @throws Refusal partner-not-found, cohort-beyond-scope, cohort-dates-differ, invalid-request for the minimum
 */
export async function createCohort(
  db: PooledDatabase,
  { scope, by }: Runner,
  { key, ...wish }: CohortWish & { key: string },
): Promise<string> {
  const partners = requirePartners(scope, wish.partners);
  const timeZone = cohortZoneOf(partners);
  const { opensAt = null, closesAt = null } = momentsOf(wish, timeZone);
  const { course, mode, name, startDate, schedule, capacity, minimum, isDraft } = wish;
  requireMinimum(wish);
  requireDays({ opensAt, closesAt, startDate, timeZone }, { opensAt, closesAt });
  const cohort: NewCohort = {
    id: idOfPress('coh_', by.staffId, key),
    course,
    mode,
    name,
    partners,
    startDate,
    startLabel: startDate === null ? 'Future' : null,
    schedule,
    timeZone,
    capacity,
    minimum,
    opensAt,
    closesAt,
    isDraft,
  };
  await addNewCohorts(db, by, [cohort]);
  return cohort.id;
}

/** Adds those of the cohorts that are not there, each with its entry in the audit trail. @returns their ids */
export const addNewCohorts = (db: PooledDatabase, by: AuditedBy, cohorts: readonly NewCohort[]): Promise<string[]> =>
  transaction(db, async (tx) => {
    const created = await addCohorts(tx, cohorts);
    for (const cohort of cohorts.filter(({ id }) => created.includes(id)))
      await recordCohortAct(tx, { ...by, action: 'cohort.created', cohort, note: noteOfNew(cohort) });
    return created;
  });

const noteOfNew = ({ startDate, capacity, isDraft }: NewCohort) =>
  [startDate ?? 'without a date', `${capacity} seats`, ...(isDraft ? ['draft'] : [])].join(', ');

/**
 * Changes a cohort by the rule of the `cohort` command.
 *
 * @param change.version of the cohort as it was read
 * @throws Refusal cohort-not-found, cohort-beyond-scope, partner-not-found, changed-meanwhile, seats-taken,
 *   cohort-start-kept, cohort-dates-differ, invalid-request for the minimum
 */
export async function changeCohortAs(
  { db, clock }: Services,
  { scope, by }: Runner,
  { id, version, ...wish }: ChangeWish & { id: string; version: number },
): Promise<void> {
  const now = clock.now();
  await transaction(db, async (tx) => {
    const cohort = await requireLocked(tx, scope, { id, now });
    const { opensOn, enrolBy, partners: codes, ...same } = wish;
    const partners = codes === undefined ? undefined : requirePartners(scope, codes);
    const change: CohortChange = {
      ...same,
      ...momentsOf({ opensOn, enrolBy }, zoneFor(cohort, partners)),
      partners,
    };
    await changeCohortBy(tx, by, id, { change, version, now });
  });
}

/** `changeLockedCohort` with its entry in the audit trail. */
export async function changeCohortBy(
  tx: Transaction,
  by: AuditedBy,
  id: string,
  asked: Parameters<typeof changeLockedCohort>[2],
): Promise<CohortRecord> {
  const { before, after } = await changeLockedCohort(tx, id, asked);
  await recordCohortAct(tx, { ...by, action: 'cohort.changed', cohort: after, note: noteOfChange(before, after) });
  return after;
}

const changedWords = {
  name: 'name',
  startDate: 'first day',
  schedule: 'hours',
  capacity: 'seats',
  minimum: 'minimum',
  opensAt: 'opens',
  closesAt: 'closes',
  partners: 'partners',
  timeZone: 'zone',
} as const satisfies Partial<Record<keyof CohortRecord, string>>;

/** "seats 20 → 24, minimum none → 8" */
const noteOfChange = (before: CohortRecord, after: CohortRecord): string =>
  (Object.keys(changedWords) as (keyof typeof changedWords)[])
    .map((name) => ({ word: changedWords[name], was: wordsOf(before[name]), is: wordsOf(after[name]) }))
    .flatMap(({ word, was, is }) => (was === is ? [] : [`${word} ${was} → ${is}`]))
    .join(', ');

function wordsOf(value: CohortRecord[keyof typeof changedWords]): string {
  if (value === null) return 'none';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(' ') : String(value);
}

interface Act {
  id: string;
  version: number;
}

/** Shows a draft to students. Idempotent. @throws Refusal as changeCohortAs does; cohort-not-ready for a cancelled one */
export const publishCohort = (services: Services, runner: Runner, act: Act): Promise<void> =>
  changeState(services, runner, {
    ...act,
    action: 'cohort.published',
    isDone: ({ isDraft }) => !isDraft,
    isPossible: mayBePublished,
    change: { isDraft: false },
  });

/**
 * Shows several drafts to students, all of them or none. What is no draft, or cannot be shown any more, stays as it is,
 * also where it is for other partners as well.
 *
 * @returns how many were published
 * @throws Refusal cohort-not-found, cohort-beyond-scope
 */
export const publishCohorts = (
  { db, clock }: Services,
  { scope, by }: Runner,
  ids: readonly string[],
): Promise<number> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    let published = 0;
    // By id: two that publish the same cohorts would deadlock in different orders.
    for (const id of [...new Set(ids)].toSorted()) {
      await lockCohort(tx, id);
      const cohort = await requireSeenCohort(tx, scope, { id, now });
      if (!cohort.isDraft || !mayBePublished(cohort)) continue;
      requireWhole(scope, cohort);
      await changeLockedCohort(tx, id, { change: { isDraft: false }, now });
      await recordCohortAct(tx, { ...by, action: 'cohort.published', cohort });
      published += 1;
    }
    return published;
  });

const mayBePublished = ({ cancelledAt, started }: CohortRecord) => cancelledAt === null && !started;

/**
 * Confirms that a cohort runs. Idempotent.
 *
 * @throws Refusal as changeCohortAs does; cohort-not-ready for a draft and for one that is cancelled or over
 */
export const confirmCohort = (services: Services, runner: Runner, act: Act): Promise<void> =>
  changeState(services, runner, {
    ...act,
    action: 'cohort.confirmed',
    isDone: ({ confirmedAt }) => confirmedAt !== null,
    isPossible: ({ cancelledAt, isDraft, ended }) => cancelledAt === null && !isDraft && !ended,
    change: { confirmedAt: services.clock.now() },
  });

/**
 * Takes back that a cohort runs, until it has begun. Idempotent.
 *
 * @throws Refusal as changeCohortAs does; cohort-not-ready for one that has begun or is cancelled
 */
export const withdrawConfirmation = (services: Services, runner: Runner, act: Act): Promise<void> =>
  changeState(services, runner, {
    ...act,
    action: 'cohort.confirmation-withdrawn',
    isDone: ({ confirmedAt }) => confirmedAt === null,
    isPossible: ({ cancelledAt, started }) => cancelledAt === null && !started,
    change: { confirmedAt: null },
  });

interface StateChange extends Act {
  action: CohortAct;
  isDone: (cohort: CohortRecord) => boolean;
  isPossible: (cohort: CohortRecord) => boolean;
  change: CohortChange;
}

const changeState = ({ db, clock }: Services, { scope, by }: Runner, wanted: StateChange): Promise<void> =>
  transaction(db, async (tx) => {
    const { id, version, action, isDone, isPossible, change } = wanted;
    const cohort = await requireLocked(tx, scope, { id, now: clock.now() });
    if (!isPossible(cohort)) throw new Refusal('cohort-not-ready');
    if (isDone(cohort)) return;
    await changeLockedCohort(tx, id, { change, version, now: clock.now() });
    await recordCohortAct(tx, { ...by, action, cohort });
  });

async function requireLocked(tx: Transaction, scope: CohortScope, of: { id: string; now: Date }) {
  await lockCohort(tx, of.id);
  return requireChangeableCohort(tx, scope, of);
}

/**
 * Deletes a draft that has never been ordered.
 *
 * @throws Refusal cohort-not-found, cohort-beyond-scope, changed-meanwhile, cohort-not-ready for any other
 */
export const removeCohort = ({ db, clock }: Services, { scope, by }: Runner, { id, version }: Act): Promise<void> =>
  transaction(db, async (tx) => {
    const cohort = await requireLocked(tx, scope, { id, now: clock.now() });
    if (cohort.version !== version) throw new Refusal('changed-meanwhile', { extras: { version: cohort.version } });
    if (!(await deleteDraft(tx, id))) throw new Refusal('cohort-not-ready');
    await recordCohortAct(tx, { ...by, action: 'cohort.removed', cohort, note: cohort.name });
  });
