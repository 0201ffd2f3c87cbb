import { sql } from 'kysely';
import type { ListQuery } from '../../../../contract/console/list.ts';
import { memberList, type ListedMember } from '../../../../contract/console/members-schemas.ts';
import type { Database } from '../../../platform/database/database.ts';
import { allOf, anyOf, comparing, comparingTruth, type Condition } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import { foldWords, lexemes } from '../../../platform/lists/search-words.ts';
import type { Site } from '../../sites/site.ts';
import { memberName } from './member-name.ts';
import type { MembersInScope } from './member-scope.store.ts';

/** The members of a site as a list. @param query of which the states of plans are a part of the filter on plans */
export const memberSource = (
  site: Site,
  { siteId, narrowed }: MembersInScope,
  query: ListQuery,
): ListSource<typeof memberList, ListedMember> => ({
  list: memberList,
  from: sql`member m`,
  id: sql`m.id`,
  where: (isFoundFirst) => [
    isFoundFirst ? sql`(m.site_id || '') = ${siteId}` : sql`m.site_id = ${siteId}`,
    ...narrowed,
  ],
  search: (text) => bySearch(siteId, text),
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
  },
  read: readMembers,
  cells: {
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

/** Has it now, unless the query names states. */
const hasNow = ['ACTIVE', 'TRIALING'];
const statesOf = ({ filters }: ListQuery) => filters.find(({ column }) => column === 'planState')?.values ?? hasNow;

/**
 * Having one of these plans: by a connection of one's own, or by a seat in a team that has it. Only plans with a team are
 * looked for among seats: alone, the first condition is a join, in whichever order finds the page sooner.
 */
function havingPlan({ plans }: Site, planIds: readonly string[], states: readonly string[]): Condition {
  const connected = sql`c.plan_id = any(${planIds}::text[]) and c.status = any(${states}::text[])`;
  const own = sql`exists (select from plan_connection c where c.member_id = m.id and ${connected})`;
  const seated = sql`exists (select from team_seat s join team t on t.id = s.team_id
    join plan_connection c on c.id = t.connection_id where s.member_id = m.id and ${connected})`;
  const mayBeSeated = plans.some(({ id, rules }) => rules.team !== null && planIds.includes(id));
  return mayBeSeated ? anyOf([own, seated]) : own;
}

const isId = /^mem_\w*$/i;

/** Words of the address and of fields by their beginnings, or the beginning of an id. */
function bySearch(siteId: string, text: string): Condition | undefined {
  const beginnings = isId.test(text) ? [`#${text.toLowerCase()}`] : foldWords(text);
  if (beginnings.length === 0) return undefined;
  // With the site: the index holds the members of all.
  const wanted = lexemes([`@${siteId}`], beginnings);
  // In the words of the index `member_search`.
  return sql`member_words(m.site_id, m.id, m.email, m.custom_fields) @@ ${wanted}::tsquery`;
}

interface StoredMember {
  id: string;
  email: string;
  verified: boolean;
  suspended: boolean;
  fields: Record<string, string>;
  createdAt: Date;
  lastSeenAt: Date | null;
  plans: ListedMember['plans'];
  teamId: string | null;
}

async function readMembers(db: Database, ids: readonly string[]): Promise<ListedMember[]> {
  const { rows } = await sql<StoredMember>`
    select m.id, m.email, m.verified, m.suspended_at is not null as suspended, m.custom_fields as fields, m.created_at as "createdAt",
      (select max(last_used_at) from session where member_id = m.id) as "lastSeenAt",
      coalesce((select json_agg(json_build_object('planId', c.plan_id, 'status', c.status) order by c.created_at, c.id)
        from plan_connection c where c.member_id = m.id), '[]') as plans,
      coalesce((select team_id from team_seat where member_id = m.id limit 1),
        (select id from team where owner_id = m.id order by created_at desc, id limit 1)) as "teamId"
    from member m where m.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ fields, createdAt, lastSeenAt, ...member }) => ({
    ...member,
    name: memberName(fields),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
}
