import { sql, type Kysely } from 'kysely';

/**
 * The audit trail is kept for a stated time. The product's account may add to it and nothing else, so a function of the
 * owner deletes for it: old entries alone, whatever it is asked.
 */
export const forgetAuditEntries = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create function forget_audit_entries(kept_days integer, at_most integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
    declare forgotten integer;
    begin
      -- As in platform/retention.ts: a process that was taken over cannot delete what it has just done.
      if kept_days < 90 then
        raise exception 'entries of the audit trail are kept for 90 days at least';
      end if;
      delete from public.audit_entry where id = any(array(
        select id from (select id, created_at from public.audit_entry order by id limit at_most) oldest
        where created_at < now() - make_interval(days => kept_days)));
      get diagnostics forgotten = row_count;
      return forgotten;
    end $$`,
  `revoke execute on function forget_audit_entries(integer, integer) from public`,
];
