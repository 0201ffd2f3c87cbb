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

/**
 * Keeps the link to an occasion's recording.
 *
 * @param isMailed whether those who registered are mailed it now; if not, another link counts as not mailed
 */
export async function upsertRecording(
  tx: Transaction,
  { webinarId, day, link, isMailed }: OccasionOf & { link: string; isMailed: boolean },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('webinar_recording')
    .values({ webinar_id: webinarId, day, link, mailed_at: isMailed ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.columns(['webinar_id', 'day']).doUpdateSet({
        link,
        mailed_at: isMailed
          ? sql<Date>`now()`
          : sql<Date | null>`case when webinar_recording.link = excluded.link then webinar_recording.mailed_at end`,
      }),
    )
    .execute();
}

/** The recording of an occasion, and since when it is mailed to those who registered. */
export const findRecording = (
  db: Database,
  { webinarId, day }: OccasionOf,
): Promise<{ link: string; mailedAt: Date | null } | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('webinar_recording')
    .select(['link', 'mailed_at as mailedAt'])
    .where('webinar_id', '=', webinarId)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst();
