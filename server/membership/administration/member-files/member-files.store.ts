import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** A member as a file shows them. */
export interface FiledMember {
  id: string;
  email: string;
  verified: boolean;
  createdAt: Date;
  /** As stored, without the site's defaults. */
  fields: Record<string, string>;
  metaData: Record<string, unknown>;
  loginRedirect: string | null;
  permissions: string[];
  /** Plans that the member has now and that cost nothing. */
  freePlans: string[];
  paidPlans: string[];
}

/** Which members; all conditions hold. */
export interface MemberFilter {
  verified?: boolean | undefined;
  /** Has it now. */
  planId?: string | undefined;
  /** The stored value of a custom field. */
  field?: { key: string; value: string } | undefined;
  /** Joined then or later. */
  since?: Date | undefined;
}

const selectFiled = (siteId: string, where: RawBuilder<unknown>) => sql<FiledMember>`
  select m.id, m.email, m.verified, m.created_at as "createdAt", m.custom_fields as fields,
    m.meta_data as "metaData", m.login_redirect as "loginRedirect", m.permissions,
    coalesce(c.free, '{}') as "freePlans", coalesce(c.paid, '{}') as "paidPlans"
  from member m left join lateral (
    select array_agg(plan_id order by created_at, id) filter (where type = 'FREE') as free,
      array_agg(plan_id order by created_at, id) filter (where type <> 'FREE') as paid
    from plan_connection where member_id = m.id and status in ('ACTIVE', 'TRIALING')) c on true
  where m.site_id = ${siteId} and ${where}`;

/** The members of a site with these addresses. */
export async function findFiled(db: Database, siteId: string, emails: readonly string[]): Promise<FiledMember[]> {
  const { rows } = await selectFiled(siteId, sql`m.email = any(${emails})`).execute(db);
  return rows;
}

/**
 * The place in a site's list, in the order of joining, at which a page of so many members ends (keyset pagination).
 *
 * @param after where the page before ended
 * @returns null behind the last member
 */
export async function findPageEnd(
  db: Database,
  { siteId, after, limit }: { siteId: string; after: string; limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ end: string | null }>`
    select max(list_order) as end from (
      select list_order from member where site_id = ${siteId} and list_order > ${after}
      order by list_order limit ${limit}) page`.execute(db);
  return rows[0]!.end;
}

/**
 * The members of a page that pass a filter, in the order they joined. With the page's end, not with a limit: a filter
 * that few members pass would make one statement look through the rest of the site (statement timeout).
 */
export async function listFiled(
  db: Database,
  { siteId, after, end, filter }: { siteId: string; after: string; end: string; filter: MemberFilter },
): Promise<FiledMember[]> {
  const page = sql`m.list_order > ${after} and m.list_order <= ${end}`;
  const where = sql.join([page, ...conditionsOf(filter)], sql` and `);
  const { rows } = await sql<FiledMember>`${selectFiled(siteId, where)} order by m.list_order`.execute(db);
  return rows;
}

function conditionsOf({ verified, planId, field, since }: MemberFilter): RawBuilder<unknown>[] {
  return [
    ...(verified === undefined ? [] : [sql`m.verified = ${verified}`]),
    ...(since === undefined ? [] : [sql`m.created_at >= ${since}`]),
    ...(field === undefined ? [] : [sql`m.custom_fields ->> ${field.key} = ${field.value}`]),
    ...(planId === undefined ? [] : [sql`${planId} = any(coalesce(c.free, '{}') || coalesce(c.paid, '{}'))`]),
  ];
}
