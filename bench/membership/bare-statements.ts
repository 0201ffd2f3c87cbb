import pg from 'pg';
import { wholeMember } from '../../server/membership/members/whole-member.store.ts';
import { createDatabase } from '../../server/platform/database/database.ts';

/** Compiles statements to text; this pool never connects. */
const compiler = createDatabase(new pg.Pool());

const wholeMemberText = wholeMember('').compile(compiler).sql;

/** The product's queries, as in its stores: a baseline with fewer queries would be unfair. */
export const texts = {
  findSession: `select member_id as "memberId", site_id as "siteId",
      proved_at > now() - make_interval(mins => 10) as "provedRecently",
      last_used_at < now() - interval '1 minute' as "noteIsOld"
    from session where token_hash = $1 and site_id = 'app_demo'
      and expires_at > now() and last_used_at > now() - make_interval(days => 7)`,
  startSession: `insert into session (token_hash, member_id, site_id, expires_at)
    values ($1, $2, 'app_demo', now() + make_interval(days => 14)) returning expires_at`,
  wholeMember: wholeMemberText,
  /** As the product asks for the current member, session and member in one; where requests come together it shares one. */
  memberOfSession: wholeMemberText.replace(
    'where m.id = $1',
    `join session s on s.member_id = m.id where s.token_hash = $1 and s.site_id = 'app_demo'
      and s.expires_at > now() and s.last_used_at > now() - make_interval(days => 7)`,
  ),
  findByEmail: `select * from member where site_id = 'app_demo' and email = $1`,
  lockMember: `select * from member where id = $1 for update`,
  insertMember: `insert into member (id, site_id, email, password_hash, verified, custom_fields, meta_data)
    values ($1, 'app_demo', $2, $3, false, '{}', '{}') on conflict on constraint member_email do nothing returning id`,
  mergeFields: `update member set custom_fields = custom_fields || $2::jsonb where id = $1 returning site_id`,
  listListeners: `select id, trouble from site_event_endpoint
    where site_id = 'app_demo' and enabled and switched_off_at is null and coalesce($1 = any (events), true) order by id`,
  // No worker runs it: the baseline mails nothing.
  queueVerification: `select graphile_worker.add_job('bench-nothing', $1::json, run_at => now() + interval '1 day')`,
  takePoint: `insert into rate_limit values ($1, 1, extract(epoch from now()) * 1000 + 600000)
    on conflict (key) do update set points = case when rate_limit.expire <= extract(epoch from now()) * 1000 then 1
      else rate_limit.points + 1 end returning points, expire`,
  takePoints: `insert into rate_limit select key, 1, extract(epoch from now()) * 1000 + 600000
    from unnest(array[$1, $2]) key where not exists (select from rate_limit where key = $3 and points >= 100)
    on conflict (key) do update set points = case when rate_limit.expire <= extract(epoch from now()) * 1000 then 1
      else rate_limit.points + 1 end returning points, expire`,
  settlePoints: `with gone as (delete from rate_limit where key = $2)
    update rate_limit set points = points - 1 where key = $1`,
} as const;
