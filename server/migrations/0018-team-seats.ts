import { sql, type Kysely } from 'kysely';

/** A team's number of seats follows the site's present plan and price, not those at the time of purchase. */
export const teamSeats = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table team drop column seats`.execute(db);
  },
};
