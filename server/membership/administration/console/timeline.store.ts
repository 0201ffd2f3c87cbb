import { sql } from 'kysely';
import { timelineList, type TimelineEntry } from '../../../../contract/console/members-schemas.ts';
import { comparing } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';

/**
 * What happened to a member, from three tables. Each part is found along an index by the member, and is bounded by what is
 * kept of it. Of a mail with a code or link the subject alone is read.
 */
const happened = (siteId: string, memberId: string) => sql`
  (select 'act_' || id as id, created_at as at, 'act' as kind, action as title, note as detail, actor, reason
    from audit_entry where subject = ${memberId} and site_id = ${siteId}
  union all
  select id, created_at, 'event', event, state, '', null
    from site_event_delivery where site_id = ${siteId} and payload ->> 'id' = ${memberId} and payload is not null
  union all
  select id, created_at, 'mail', subject,
      case when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end, '', null
    from mail_outbox where member_id = ${memberId}) t`;

/** The timeline of a member, who is in scope, as a list. */
export const timelineSource = (siteId: string, memberId: string): ListSource<typeof timelineList, TimelineEntry> => ({
  list: timelineList,
  from: happened(siteId, memberId),
  id: sql`t.id`,
  where: () => [],
  sorts: { at: { by: sql`t.at`, type: 'moment' } },
  filters: { at: comparing(sql`t.at`), kind: comparing(sql`t.kind`) },
  async read(db, ids) {
    const { rows } = await sql<Omit<TimelineEntry, 'at'> & { at: Date }>`
      select * from ${happened(siteId, memberId)} where t.id = any(${ids}::text[])`.execute(db);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  cells: {
    at: ({ at }) => at,
    kind: ({ kind }) => kind,
    title: ({ title }) => title,
    detail: ({ detail }) => detail || null,
    actor: ({ actor }) => actor || null,
  },
});
