import { sql, type Kysely } from 'kysely';

/** How many seats a team has is what the site says of plan and price now, not what it said when they were bought. */
export const teamSeats = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table team drop column seats`.execute(db);
  },
};
