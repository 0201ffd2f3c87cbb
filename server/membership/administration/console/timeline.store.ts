import { sql, type RawBuilder } from 'kysely';
import { timelineList, type TimelineEntry } from '../../../../contract/console/members-schemas.ts';
import { comparing } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import { mailStateInTimeline } from '../../../platform/mail-state.ts';

/** Whose timeline, and what of it somebody sees. */
export interface TimelineOf {
  siteId: string;
  memberId: string;
  /** What another domain knows of the member, in the columns of the other parts; undefined for who may not see it. */
  besides: RawBuilder<unknown> | undefined;
}

/**
 * What happened to a member. Each part is found along an index by the member, and is bounded by what is kept of it. Of a
 * mail with a code or link the subject alone is read; of a session only when it began, by what way and on what.
 */
const happened = ({ siteId, memberId, besides }: TimelineOf) => sql`
  (select 'act_' || id as id, created_at as at, 'act' as kind, action as title, note as detail, actor, reason
    from audit_entry where subject = ${memberId} and site_id = ${siteId}
  union all
  select 'joined', created_at, 'act', 'member.joined', '', '', null from member where id = ${memberId}
  union all
  select 'ses_' || id, created_at, 'sign-in', coalesce(way, ''), concat_ws(', ', provider, nullif(device, '')), '', null
    from session where member_id = ${memberId}
  union all
  select id, created_at, 'plan', plan_id, status, '', null from plan_connection where member_id = ${memberId}
  union all
  select id, created_at, 'event', event, state, '', null
    from site_event_delivery where site_id = ${siteId} and payload ->> 'id' = ${memberId} and payload is not null
  union all
  select m.id, m.created_at, 'mail', m.subject, ${mailStateInTimeline}, '', null
    from mail_outbox m where m.member_id = ${memberId}
  ${besides ? sql`union all ${besides}` : sql``}) t`;

/** The timeline of a member, who is in scope, as a list. */
export const timelineSource = (of: TimelineOf): ListSource<typeof timelineList, TimelineEntry> => ({
  list: timelineList,
  from: happened(of),
  id: sql`t.id`,
  where: () => [],
  sorts: { at: { by: sql`t.at`, type: 'moment' } },
  filters: { at: comparing(sql`t.at`), kind: comparing(sql`t.kind`) },
  async read(db, ids) {
    const { rows } = await sql<Omit<TimelineEntry, 'at'> & { at: Date }>`
      select * from ${happened(of)} where t.id = any(${ids}::text[])`.execute(db);
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
