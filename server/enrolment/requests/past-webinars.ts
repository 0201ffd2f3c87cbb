import { webinarIdsOf } from '../../../contract/student-choices.ts';
import { transaction } from '../../platform/database/database.ts';
import type { EnrolmentServices } from '../services.ts';
import { findRecurringWebinars } from './webinars.ts';
import { findRegistration, noteUnregistration, selectBegun, type Begun } from './webinars.store.ts';

/**
 * Ends registrations for an occasion that is over, where the webinar takes place again: the page must not say that
 * somebody is registered for a day nobody told them of. One that does not come again stays in the member's field.
 */
export async function endPastRegistrations(services: EnrolmentServices): Promise<void> {
  const minutes = new Map(findRecurringWebinars().map((webinar) => [webinar.id, webinar.minutes]));
  if (minutes.size === 0) return;
  const now = services.clock.now();
  for (const begun of await selectBegun(services.db, { webinarIds: [...minutes.keys()], before: now })) {
    const endsAtMs = begun.startsAt.getTime() + (minutes.get(begun.webinarId) ?? 0) * 60_000;
    if (endsAtMs <= now.getTime()) await end(services, begun);
  }
}

async function end({ db, membership }: EnrolmentServices, { memberId, webinarId, startsAt }: Begun): Promise<void> {
  await transaction(db, async (tx) => {
    const member = await membership.lockIfThere(tx, memberId);
    // Deleted meanwhile, and the registration too; the others still have to be ended.
    if (!member) return;
    const registration = await findRegistration(tx, { memberId, webinarId });
    // Registered anew meanwhile, for the next occasion.
    if (registration?.startsAt.getTime() !== startsAt.getTime()) return;
    await noteUnregistration(tx, { memberId, webinarId });
    const ids = webinarIdsOf(member.fields).filter((id) => id !== webinarId);
    await membership.setServerFields(tx, memberId, { registeredWebinars: JSON.stringify(ids) });
  });
}
