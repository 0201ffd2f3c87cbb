import { sql, type ColumnType } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { OccasionOf } from './attendees.store.ts';

type Tables = {
  webinar_recording: {
    webinar_id: string;
    day: ColumnType<Date, string>;
    link: string;
    mailed_at: Date | null;
  };
};

/** Keeps the link to an occasion's recording. @param isMailed whether those who registered are mailed it now */
export async function upsertRecording(
  tx: Transaction,
  { webinarId, day, link, isMailed }: OccasionOf & { link: string; isMailed: boolean },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('webinar_recording')
    .values({ webinar_id: webinarId, day, link, mailed_at: isMailed ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.columns(['webinar_id', 'day']).doUpdateSet({ link, ...(isMailed && { mailed_at: sql<Date>`now()` }) }),
    )
    .execute();
}

/** The link to an occasion's recording. */
export async function findRecording(db: Database, { webinarId, day }: OccasionOf): Promise<string | undefined> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('webinar_recording')
    .select('link')
    .where('webinar_id', '=', webinarId)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst();
  return found?.link;
}
