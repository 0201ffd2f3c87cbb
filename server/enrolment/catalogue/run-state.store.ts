import { sql, type RawBuilder } from 'kysely';
import { closingDays, type RunState } from '../../../contract/console/cohorts-schemas.ts';
import { countedClaims, hasEnded, hasStarted } from './cohorts.store.ts';

/** `runStateOf` for the rows of `cohort`, so that a list is filtered by it; a test compares the two. */
export const runStateColumn = (now: Date): RawBuilder<RunState> => sql<RunState>`case
  when cohort.cancelled_at is not null then 'cancelled'
  when cohort.is_draft then 'draft'
  when ${hasEnded(now)} then 'ended'
  when ${hasStarted(now)} then 'running'
  when cohort.confirmed_at is not null then 'confirmed'
  when cohort.closes_at <= ${now}::timestamptz then 'closed'
  when cohort.opens_at > ${now}::timestamptz then 'not-open-yet'
  when ${countedClaims} >= cohort.capacity then 'full'
  when cohort.closes_at <= ${now}::timestamptz + make_interval(hours => ${sql.lit(closingDays * 24)}) then 'closing'
  else 'open' end`;
