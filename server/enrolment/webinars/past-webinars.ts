import { transaction } from '../../platform/database/database.ts';
import { inRounds } from '../../platform/ended-rows.ts';
import type { EnrolmentServices } from '../services.ts';
import { removeId } from './registrations.ts';
import {
  adoptRegistrations,
  findRegistration,
  noteUnregistration,
  selectOver,
  type Begun,
} from './registrations.store.ts';

const adoptedAtOnce = 500;

/**
 * Ends registrations for past occasions of webinars that take place again, because they recur or staff gave them another
 * day afterwards: otherwise the page would show a member as registered for the next occasion, which they never chose.
 * Another webinar stays in the member's field. Who was registered stays in the occasion's list.
 */
export async function endPastRegistrations(services: EnrolmentServices): Promise<void> {
  const now = services.clock.now();
  await inRounds([() => adoptRegistrations(services.db, { now, limit: adoptedAtOnce })]);
  for (const over of await selectOver(services.db, now)) await end(services, over);
}

async function end(services: EnrolmentServices, { memberId, webinarId, startsAt }: Begun): Promise<void> {
  await transaction(services.db, async (tx) => {
    const member = await services.membership.lockIfThere(tx, memberId);
    // The member was deleted meanwhile, together with the registration.
    if (!member) return;
    const registration = await findRegistration(tx, { memberId, webinarId });
    // A race: the member has registered for the next occasion meanwhile.
    if (registration?.startsAt.getTime() !== startsAt.getTime()) return;
    await noteUnregistration(tx, { memberId, webinarId });
    await removeId(services, tx, member, webinarId);
  });
}
