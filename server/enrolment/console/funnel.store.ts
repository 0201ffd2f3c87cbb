import { sql } from 'kysely';
import type { FunnelStep, Moments } from '../../../contract/console/figure-lists.ts';
import { memberSteps, type MemberStep, type SeatsMeant } from '../../../contract/console/members-schemas.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { hasReached, isOfSeats } from '../member-steps.ts';

/** The steps in their order, each with the one before it. */
export const stepPairs: readonly (readonly [FunnelStep, MemberStep])[] = memberSteps.map((step, at) => [
  memberSteps[at - 1] ?? 'registered',
  step,
]);

/** Seconds from one step to the next: half of the members took at most `median`, nine of ten `p90`. */
interface Took {
  median: number | null;
  p90: number | null;
}

/** How far members have come, and how long it took. */
export interface FunnelPart {
  /** null for all partners together. */
  partner: PartnerCode | null;
  steps: Record<FunnelStep, number>;
  /** From the step before. */
  took: Record<MemberStep, Took>;
}

interface Wish {
  partners: readonly PartnerCode[];
  span: Moments;
  of?: SeatsMeant;
}

/** When a member came to a step for the first time, as far as it is stored. */
function firstTime(step: FunnelStep, of: SeatsMeant): Condition {
  if (step === 'registered') return sql`m.created_at`;
  if (step === 'eligible')
    return sql`(select min(c.created_at) from eligibility_check c where c.member_id = m.id and c.outcome = 'preapproved')`;
  const first = step === 'chosen' ? sql`o.created_at` : sql`o.paid_at`;
  return sql`(select min(${first}) from enrolment_order o where o.member_id = m.id and ${isOfSeats(sql`o`, of)})`;
}

/** Of those who registered in a time: how many have come how far, by partner and together, and how long it took. */
export async function readFunnel(db: Database, { partners, span, of = {} }: Wish): Promise<FunnelPart[]> {
  const at = (step: FunnelStep) => sql.ref(`${step}_at`);
  const counts = memberSteps.map((step) => sql`count(id) filter (where ${sql.ref(step)})::int as ${sql.ref(step)}`);
  const times = stepPairs.map(
    ([before, step]) => sql`percentile_disc(array[0.5, 0.9]) within group (
      order by floor(extract(epoch from ${at(step)} - ${at(before)}))::float8)
      filter (where ${at(step)} >= ${at(before)}) as ${sql.ref(`${step}_took`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select given.partner, count(id)::int as registered, ${sql.join([...counts, ...times])}
    from unnest(${partners}::text[]) with ordinality given (partner, place)
      left join (
        select m.id, m.partner, ${sql.join(memberSteps.map((step) => sql`${hasReached(sql`m.id`, step, of)} as ${sql.ref(step)}`))},
          ${sql.join((['registered', ...memberSteps] as const).map((step) => sql`${firstTime(step, of)} as ${at(step)}`))}
        from member m
        where m.site_id = ${enrolmentSite} and m.partner = any(${partners}::text[])
          and m.created_at >= ${span.from}::timestamptz and m.created_at < ${span.until}::timestamptz
      ) come on come.partner = given.partner
    group by grouping sets ((given.partner, given.place), ()) order by given.place nulls last`.execute(db);
  return rows.map(toPart);
}

function toPart(row: Record<string, unknown>): FunnelPart {
  const took = (step: MemberStep): Took => {
    const [median = null, p90 = null] = (row[`${step}_took`] as number[] | null) ?? [];
    return { median, p90 };
  };
  const steps = Object.fromEntries(['registered', ...memberSteps].map((step) => [step, row[step]]));
  return {
    partner: row['partner'] as PartnerCode | null,
    steps: steps as FunnelPart['steps'],
    took: { eligible: took('eligible'), chosen: took('chosen'), paid: took('paid') },
  };
}
