import { sql, type Kysely } from 'kysely';

/** Position of plans and prices as declared; existing rows keep their position until the site is applied again. */
export const declaredOrder = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table plan add column position integer not null default 0`,
  `alter table price add column position integer not null default 0`,
  `update plan set position = place from
    (select id, row_number() over (partition by site_id order by priority, id) as place from plan) as ordered
    where plan.id = ordered.id`,
  `update price set position = place from
    (select id, row_number() over (partition by plan_id order by amount_cents, id) as place from price) as ordered
    where price.id = ordered.id`,
];
