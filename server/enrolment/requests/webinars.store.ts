import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  webinar_registration: {
    member_id: string;
    webinar_id: string;
    sequence: Generated<number>;
    starts_at: Date;
    ended_at: Date | null;
  };
};

/** The calendar data of a registration. Whether a member is registered is said by their field `registeredWebinars`. */
export interface Registration {
  sequence: number;
  startsAt: Date;
}

/** A member's registration for a webinar, unless it was withdrawn. */
export const findRegistration = (
  tx: Transaction,
  { memberId, webinarId }: { memberId: string; webinarId: string },
): Promise<Registration | undefined> =>
  tx
    .withTables<Tables>()
    .selectFrom('webinar_registration')
    .select(['sequence', 'starts_at as startsAt'])
    .where('member_id', '=', memberId)
    .where('webinar_id', '=', webinarId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** A registration for an occasion that has begun. */
export interface Begun {
  memberId: string;
  webinarId: string;
  startsAt: Date;
}

/** Registrations for occasions of these webinars that have begun. */
export const selectBegun = (
  db: Database,
  { webinarIds, before }: { webinarIds: string[]; before: Date },
): Promise<Begun[]> =>
  db
    .withTables<Tables>()
    .selectFrom('webinar_registration')
    .select(['member_id as memberId', 'webinar_id as webinarId', 'starts_at as startsAt'])
    .where('webinar_id', 'in', webinarIds)
    .where('starts_at', '<', before)
    .where('ended_at', 'is', null)
    .execute();

/** @returns the number of this change */
export async function noteRegistration(
  tx: Transaction,
  { memberId, webinarId, startsAt }: { memberId: string; webinarId: string; startsAt: Date },
): Promise<number> {
  const { sequence } = await tx
    .withTables<Tables>()
    .insertInto('webinar_registration')
    .values({ member_id: memberId, webinar_id: webinarId, starts_at: startsAt, ended_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'webinar_id'])
        .doUpdateSet({ sequence: sql`webinar_registration.sequence + 1`, starts_at: startsAt, ended_at: null }),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

/** @returns the number of this change */
export async function noteUnregistration(
  tx: Transaction,
  { memberId, webinarId }: { memberId: string; webinarId: string },
): Promise<number> {
  const { sequence } = await tx
    .withTables<Tables>()
    .updateTable('webinar_registration')
    .set((row) => ({ sequence: row('sequence', '+', 1), ended_at: sql<Date>`now()` }))
    .where('member_id', '=', memberId)
    .where('webinar_id', '=', webinarId)
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}
