import { sql, type Kysely } from 'kysely';

/**
 * A session says whether the process that began it asked for the second factor. Beside a process of the release before,
 * which does not, the database refuses one for a member who has a second factor, or whose site requires one: log-ins of
 * the others go on, theirs fail until they come to a process that asks.
 */
export const checkedSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table session add column factor_checked boolean not null default false`,
  // As the owner: the release before serves while the product's account has no rights on the new tables yet.
  `create function require_checked_session() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if exists (select from public.passkey where member_id = new.member_id)
        or exists (select from public.authenticator_app where member_id = new.member_id and confirmed_at is not null)
        or exists (select from public.site where id = new.site_id and settings ->> 'secondFactor' = 'required')
      then
        raise exception 'This session was begun without asking for the second factor.'
          using errcode = 'check_violation', constraint = 'session_factor_checked';
      end if;
      return new;
    end $$`,
  `revoke execute on function require_checked_session() from public`,
  `create trigger sessions_checked before insert on session for each row when (not new.factor_checked)
    execute function require_checked_session()`,
];
