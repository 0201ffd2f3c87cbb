import { sql } from 'kysely';
import { mostNews, type FailingWebhooks, type News } from '../../../../contract/console/news.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isGivenUp, keepsFailing } from '../../../platform/jobs.ts';
import { allOf, type Condition } from '../../../platform/lists/conditions.ts';
import type { MembersInScope } from './member-scope.store.ts';

/** What somebody asks the news about. */
export interface NewsAbout {
  since: Date | undefined;
  /** Members of the site that is looked at; undefined where none is, or it is out of scope. */
  members: MembersInScope | undefined;
  /** What is open: a member of that site, or the site itself. */
  subject: string | undefined;
  /** Whether the site was given as a whole, so that its own changes are news as well. */
  isWholeSite: boolean;
  /** Who asks: what they did themselves is no news. */
  staffId: string;
  /** Sites whose endpoints they look after; undefined for none. */
  sites: StaffScope['sites'] | undefined;
  seesJobs: boolean;
  /** Their own scope. */
  scope: StaffScope;
}

type StoredNews = Omit<News, 'since'> & { since: Date };

/** Reads all news in one statement, each part along an index and with a limit. */
export async function readNews(db: Database, about: NewsAbout): Promise<News> {
  const since = about.since === undefined ? sql`now()` : sql`${about.since}::timestamptz`;
  const { rows } = await sql<StoredNews>`
    select ${since} as since, ${newMembers(about, since)} as "newMembers", ${changes(about, since)} as changes,
      ${endedJobs(about, since)} as "endedJobs",
      ${failedJobs(about)} as "failedJobs", ${failingWebhooks(about)} as "failingWebhooks"`.execute(db);
  const [{ since: from, changes: made, ...news }] = rows as [StoredNews];
  return {
    ...news,
    since: from.toISOString(),
    changes: made.map(({ at, ...change }) => ({ ...change, at: new Date(at).toISOString() })),
  };
}

const counted = (rows: Condition) =>
  sql`(select count(*)::int from (select from ${rows} limit ${sql.lit(mostNews + 1)}) found)`;

const newMembers = ({ members }: NewsAbout, since: Condition) =>
  members === undefined
    ? sql`0`
    : counted(
        sql`member m where m.site_id = ${members.siteId} and m.created_at > ${since} and ${allOf(members.narrowed)}`,
      );

function changes({ members, subject, isWholeSite, staffId }: NewsAbout, since: Condition): Condition {
  if (members === undefined || subject === undefined) return sql`'[]'::json`;
  const { siteId, narrowed } = members;
  const isSeen =
    subject === siteId
      ? sql`${isWholeSite}::boolean`
      : sql`exists (select from member m where m.id = ${subject} and m.site_id = ${siteId} and ${allOf(narrowed)})`;
  return sql`coalesce((select json_agg(made) from (
    select a.actor as by, a.action, a.created_at as at from audit_entry a
    where a.subject = ${subject} and a.site_id = ${siteId} and a.created_at > ${since}
      and a.staff_id is distinct from ${staffId} and ${isSeen}
    order by a.id desc limit 5) made), '[]')`;
}

const endedJobs = ({ staffId, scope: { sites } }: NewsAbout, since: Condition) => sql`coalesce((
  select json_agg(ended) from (select e.id, e.site_id as "siteId", e.state from bulk_job e
    where e.staff_id = ${staffId} and e.created_at > now() - interval '7 days' and e.ended_at > ${since}
      and ${ofSites(sites)} order by e.ended_at desc limit 5) ended), '[]')`;

const failedJobs = ({ seesJobs }: NewsAbout) =>
  seesJobs
    ? counted(sql`(
        select 1 from graphile_worker._private_jobs j where ${isGivenUp} and j.locked_at is null
        union all
        select 1 from graphile_worker._private_jobs j
        where not ${isGivenUp} and ${keepsFailing} and j.locked_at is null) failed`)
    : sql`null::int`;

const isFailing = sql`(e.failing_since is not null or e.switched_off_at is not null) and e.enabled`;
const ofSites = (sites: StaffScope['sites']) => (sites === 'all' ? sql`true` : sql`e.site_id = any(${sites}::text[])`);

const failingWebhooks = ({ sites }: NewsAbout) =>
  sites === undefined ? sql`null::int` : counted(sql`site_event_endpoint e where ${isFailing} and ${ofSites(sites)}`);

/** Sites with endpoints that do not answer, by name. */
export async function listFailingWebhooks(db: Database, sites: StaffScope['sites']): Promise<FailingWebhooks[]> {
  const { rows } = await sql<Omit<FailingWebhooks, 'since'> & { since: Date | null }>`
    select s.id as "siteId", s.name as site, count(*)::int as endpoints,
      count(e.switched_off_at)::int as "switchedOff", min(e.failing_since) as since
    from site_event_endpoint e join site s on s.id = e.site_id
    where ${isFailing} and ${ofSites(sites)} group by s.id, s.name order by s.name, s.id`.execute(db);
  return rows.map(({ since, ...row }) => ({ ...row, since: since?.toISOString() ?? null }));
}
