import { sql, type Kysely } from 'kysely';

/**
 * What gives a member a plan names its site, and refers to rows of that site alone. Null in rows of the release before,
 * which are not checked (MATCH SIMPLE) until they are written again: filling them here would keep the tables locked.
 */
export const siteOfPlans = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  ...['plan_connection', 'team_seat'].map((table) => `alter table ${table} add column site_id text`),
  // Not valid: rows that are there are not read under the lock of this statement. New and changed ones are checked.
  `alter table plan_connection add constraint plan_connection_member_of_site
    foreign key (site_id, member_id) references member (site_id, id) on delete cascade not valid`,
  `alter table plan_connection add constraint plan_connection_plan_of_site
    foreign key (site_id, plan_id) references plan (site_id, id) not valid`,
  `alter table team_seat add constraint team_seat_member_of_site
    foreign key (site_id, member_id) references member (site_id, id) on delete cascade not valid`,
  `alter table team_seat add constraint team_seat_team_of_site
    foreign key (site_id, team_id) references team (site_id, id) on delete cascade not valid`,
];
