import { webinarIdsOf } from '../../../contract/student-choices.ts';
import { transaction } from '../../platform/database/database.ts';
import type { EnrolmentServices } from '../services.ts';
import { findRecurringWebinars } from './webinars.ts';
import { findRegistration, noteUnregistration, selectBegun, type Begun } from './webinars.store.ts';

/**
 * Ends registrations for past occasions of recurring webinars: otherwise the page would show a member as registered for
 * the next occasion, which they never chose. A webinar that does not recur stays in the member's field.
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
    // The member was deleted meanwhile, together with the registration.
    if (!member) return;
    const registration = await findRegistration(tx, { memberId, webinarId });
    // A race: the member has registered for the next occasion meanwhile.
    if (registration?.startsAt.getTime() !== startsAt.getTime()) return;
    await noteUnregistration(tx, { memberId, webinarId });
    const ids = webinarIdsOf(member.fields).filter((id) => id !== webinarId);
    await membership.setServerFields(tx, memberId, { registeredWebinars: JSON.stringify(ids) });
  });
}
