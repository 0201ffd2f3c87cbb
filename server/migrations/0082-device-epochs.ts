import { sql, type Kysely } from 'kysely';

/** A number of a member that their device cookies are signed with: raised, it makes every browser an unknown one (decision 0109). */
export const deviceEpochs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table member add column device_epoch integer not null default 0`.execute(db);
  },
};
