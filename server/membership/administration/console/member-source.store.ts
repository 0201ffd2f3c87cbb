import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '../../../../contract/console/list.ts';
import { memberList, type ListedMember, type MemberStep } from '../../../../contract/console/members-schemas.ts';
import type { Database } from '../../../platform/database/database.ts';
import { allOf, anyOf, comparing, comparingTruth, type Condition } from '../../../platform/lists/conditions.ts';
import type { Finder, ListSource } from '../../../platform/lists/list-source.ts';
import { activeStates } from '../../entitlements/active.ts';
import type { Site } from '../../sites/site.ts';
import { byField, fieldCells, fieldColumns, fieldFilters, fieldValue, shownFields } from './member-fields.store.ts';
import { memberName } from './member-name.ts';
import type { MembersInScope } from './member-scope.store.ts';
import { byWords } from './member-words.store.ts';

/**
 * The members of a site as a list.
 *
 * @param query of which the states of plans are a part of the filter on plans
 * @throws Refusal invalid-request for a field that the site has not
 */
export const memberSource = (
  site: Site,
  { siteId, narrowed, ofPartners, hasReached }: MembersInScope,
  query: ListQuery,
): ListSource<typeof memberList, ListedMember> => ({
  list: { ...memberList, columns: { ...memberList.columns, ...fieldColumns(site, query) } },
  from: sql`member m`,
  id: sql`m.id`,
  where: (isFoundFirst) => [
    isFoundFirst ? sql`(m.site_id || '') = ${siteId}` : sql`m.site_id = ${siteId}`,
    ...narrowed,
  ],
  find: (asked) =>
    byWords(siteId, asked.search) ?? byField(site, asked) ?? byEndedPlan(site, asked) ?? byPartner(asked, ofPartners),
  sorts: {
    created: { by: sql`m.created_at`, type: 'moment' },
    email: { by: sql`m.email`, type: 'text' },
  },
  filters: {
    verified: comparingTruth(sql`m.verified`),
    suspended: ({ values }) =>
      anyOf(values.map((value) => sql`m.suspended_at is ${sql.raw(value === 'yes' ? 'not null' : 'null')}`)),
    created: comparing(sql`m.created_at`),
    lastSeen: ({ operator, values }) =>
      allOf(
        values.map((value) => {
          const since = comparing(sql`last_used_at`)({ column: 'lastSeen', operator, values: [value] });
          // Seen until a day: not since.
          return operator === 'from'
            ? sql`m.id in (select member_id from session where ${since})`
            : sql`not exists (select from session where member_id = m.id and not ${since})`;
        }),
      ),
    plan: ({ operator, values }) => {
      const has = havingPlan(site, values, statesOf(query));
      return operator === 'not' ? sql`not ${has}` : has;
    },
    planState: ({ values }) =>
      query.filters.some(({ column }) => column === 'plan')
        ? sql`true`
        : sql`exists (select from plan_connection c where c.member_id = m.id and c.status = any(${values}::text[]))`,
    team: ({ values }) =>
      sql`m.id in (select member_id from team_seat where team_id = any(${values}::text[])
        union all select owner_id from team where id = any(${values}::text[]))`,
    partner: ({ values }) => ofPartners?.(values).byRow ?? sql`false`,
    origin: comparing(sql`m.partner`),
    reached: ({ operator, values }) => {
      const steps = values as readonly MemberStep[];
      const have = anyOf(hasReached ? steps.map((step) => hasReached(sql`m.id`, step, seatsOf(query))) : []);
      return operator === 'not' ? sql`not ${have}` : have;
    },
    // A part of the filter on steps where there is one.
    course: () => chose(query, hasReached),
    cohort: () => chose(query, hasReached),
    ...fieldFilters(site, query),
  },
  read: (db, ids, columns) => readMembers(db, site, { ids, columns }),
  cells: {
    ...fieldCells(query),
    id: ({ id }) => id,
    name: ({ name }) => name || null,
    email: ({ email }) => email,
    verified: ({ verified }) => (verified ? 'yes' : 'no'),
    suspended: ({ suspended }) => (suspended ? 'yes' : 'no'),
    created: ({ createdAt }) => createdAt,
    lastSeen: ({ lastSeenAt }) => lastSeenAt,
    plan: ({ plans }) => plans.map(({ planId, status }) => `${planId} ${status}`).join('; ') || null,
    team: ({ teamId }) => teamId,
  },
});

const valuesOf = ({ filters }: ListQuery, of: string) => filters.find(({ column }) => column === of)?.values;
const seatsOf = (query: ListQuery) => ({ courses: valuesOf(query, 'course'), cohorts: valuesOf(query, 'cohort') });

function chose(query: ListQuery, hasReached: MembersInScope['hasReached']): Condition {
  if (valuesOf(query, 'reached')) return sql`true`;
  return hasReached?.(sql`m.id`, 'chosen', seatsOf(query)) ?? sql`false`;
}

/** Has it now, unless the query names states. */
const hasNow: readonly string[] = activeStates;
const statesOf = (query: ListQuery) => valuesOf(query, 'planState') ?? hasNow;

/**
 * Having one of these plans: by a connection of one's own, or by a seat in a team that has it. Only plans with a team are
 * looked for among seats: alone, the first condition is a join, in whichever order finds the page sooner.
 */
function havingPlan(site: Site, planIds: readonly string[], states: readonly string[]): Condition {
  const connected = connectedTo(planIds, states);
  const own = sql`exists (select from plan_connection c where c.member_id = m.id and ${connected})`;
  const seated = sql`exists (select from team_seat s join team t on t.id = s.team_id
    join plan_connection c on c.id = t.connection_id where s.member_id = m.id and ${connected})`;
  return mayBeSeated(site, planIds) ? anyOf([own, seated]) : own;
}

const connectedTo = (planIds: readonly string[], states: readonly string[]): Condition =>
  sql`c.plan_id = any(${planIds}::text[]) and c.status = any(${states}::text[])`;
const mayBeSeated = ({ plans }: Site, planIds: readonly string[]) =>
  plans.some(({ id, rules }) => rules.team !== null && planIds.includes(id));

/**
 * Members by the connections of a plan that they have no more: few, so that the order of a list would be gone along for
 * long until a page of them is met. Undefined where a filter asks for something else.
 */
function byEndedPlan(site: Site, query: ListQuery): Finder | undefined {
  const plan = query.filters.find(({ column, operator }) => column === 'plan' && operator === 'is');
  const states = valuesOf(query, 'planState');
  if (!plan || !states || states.some((state) => hasNow.includes(state)) || mayBeSeated(site, plan.values))
    return undefined;
  const byIndex = sql`m.id in (select c.member_id from plan_connection c where ${connectedTo(plan.values, states)})`;
  // The filter itself says it of a row.
  return { byIndex, byRow: sql`true`, covers: plan };
}

/** Members of partners that are asked for: those of a small one lie far apart in the order of a list. */
function byPartner({ filters }: ListQuery, ofPartners: MembersInScope['ofPartners']): Finder | undefined {
  const filter = filters.find(({ column }) => column === 'partner');
  // The filter itself says it of a row.
  return filter && ofPartners && { ...ofPartners(filter.values), byRow: sql`true`, covers: filter, isForeseen: true };
}

interface StoredMember {
  id: string;
  email: string;
  verified: boolean;
  suspended: boolean;
  fields: Record<string, string>;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** Those without any have none. */
  plans: ListedMember['plans'] | null;
  teamId: string | null;
}

/** What a page of members shows. What no column asks for, the planner leaves out of the statement. */
async function readMembers(
  db: Database,
  site: Site,
  { ids, columns }: { ids: readonly string[]; columns: readonly string[] },
): Promise<ListedMember[]> {
  const shows = (column: string, of: RawBuilder<unknown>) => (columns.includes(column) ? of : sql`null`);
  const theirs = sql`member_id = any(${ids}::text[])`;
  const { rows } = await sql<StoredMember>`
    select m.id, m.email, m.verified, m.suspended_at is not null as suspended, m.custom_fields as fields, m.created_at as "createdAt",
      ${shows('lastSeen', sql`seen.at`)} as "lastSeenAt", ${shows('plan', sql`had.plans`)} as plans,
      ${shows('team', sql`coalesce(seated.id, owned.id)`)} as "teamId"
    from member m
      left join (select member_id, max(last_used_at) as at from session where ${theirs} group by member_id) seen
        on seen.member_id = m.id
      left join (select member_id, json_agg(json_build_object('planId', plan_id, 'status', status) order by created_at, id) as plans
        from plan_connection where ${theirs} group by member_id) had on had.member_id = m.id
      left join (select member_id, min(team_id) as id from team_seat where ${theirs} group by member_id) seated
        on seated.member_id = m.id
      left join (select distinct on (owner_id) owner_id, id from team where owner_id = any(${ids}::text[])
        order by owner_id, created_at desc, id) owned on owned.owner_id = m.id
    where m.id = any(${ids}::text[])`.execute(db);
  const shown = shownFields(columns);
  return rows.map(({ fields, createdAt, lastSeenAt, plans, ...member }) => ({
    ...member,
    name: memberName(fields),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    plans: plans ?? [],
    fields: Object.fromEntries(shown.map((key) => [key, fieldValue(site, fields, key)])),
  }));
}
