import * as z from 'zod/mini';
import { partners } from '../../../shared/partners.ts';
import { findOccasion } from '../../../shared/webinar-dates.ts';
import { dayIn } from '../../../shared/zoned-time.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import { queueNotice } from '../mails/notices.ts';
import type { EnrolmentServices } from '../services.ts';
import { deleteAttendee, insertAttendee } from './attendees.store.ts';
import { removeId } from './registrations.ts';
import {
  findRegistration,
  noteRegistration,
  noteUnregistration,
  selectToTell,
  type Registration,
} from './registrations.store.ts';
import { remindJob } from './remind.ts';
import { cancelledMail, changedMail, newsOf } from './webinar-mails.ts';
import { holdWebinar, type StoredWebinar } from './webinars.store.ts';

/** Brings registrations and calendars up to date with a webinar that staff changed or cancelled. */
export const tellChangesJob = jobKind({
  name: 'tell-webinar-changes',
  lane: 'upkeep',
  payload: z.object({ webinarId: z.string() }),
});

/** Far less than the job's 30 seconds. */
const toldAtOnce = 200;

/**
 * Tells those who registered for an occasion that is not over, each in a transaction: interrupted or run twice it goes on
 * where it stood, because a registration says which version its calendar entry shows.
 */
export async function tellChanges(services: EnrolmentServices, webinarId: string): Promise<void> {
  const { db, clock } = services;
  const memberIds = await selectToTell(db, { webinarId, now: clock.now(), limit: toldAtOnce });
  for (const memberId of memberIds) await transaction(db, (tx) => tell(services, tx, { webinarId, memberId }));
  if (memberIds.length === toldAtOnce) await addLoneJob(db, tellChangesJob, { webinarId });
  // One that was moved may start within the hour.
  else if (memberIds.length > 0) await addLoneJob(db, remindJob, {});
}

async function tell(
  services: EnrolmentServices,
  tx: Transaction,
  of: { webinarId: string; memberId: string },
): Promise<void> {
  const member = await services.membership.lockIfThere(tx, of.memberId);
  const webinar = await holdWebinar(tx, of.webinarId);
  const registration = member && (await findRegistration(tx, of));
  if (!member || !webinar || !registration || registration.shownVersion >= webinar.calendarVersion) return;
  const { partner } = registration;
  if (webinar.state !== 'published') {
    const { startsAt } = registration;
    const sequence = await noteUnregistration(tx, of);
    await removeId(services, tx, member, of.webinarId);
    // One that had begun keeps its list, as it does when it is moved.
    if (startsAt > services.clock.now()) await deleteAttendee(tx, { ...of, startsAt });
    const news = newsOf(services, member, { webinar, partner, startsAt, sequence });
    await queueNotice(services, tx, member, cancelledMail(news));
    return;
  }
  const { startsAt, sequence } = await move(services, tx, { ...of, webinar, registration });
  await queueNotice(
    services,
    tx,
    member,
    changedMail(newsOf(services, member, { webinar, partner, startsAt, sequence })),
  );
}

/**
 * Moves a registration to where its occasion is now. Reminders of another moment come anew. One that had begun keeps its
 * list of who was registered: staff may note who came to it.
 */
async function move(
  { clock }: EnrolmentServices,
  tx: Transaction,
  {
    webinar,
    registration,
    ...of
  }: { webinar: StoredWebinar; registration: Registration; webinarId: string; memberId: string },
): Promise<{ startsAt: Date; sequence: number }> {
  const { partner } = registration;
  const { timeZone } = partners[partner];
  const now = clock.now();
  const { startsAt } = findOccasion(webinar, timeZone, now);
  const shownVersion = webinar.calendarVersion;
  const sequence = await noteRegistration(tx, { ...of, startsAt, partner, shownVersion });
  if (startsAt.getTime() !== registration.startsAt.getTime()) {
    const isToCome = registration.startsAt > now;
    const registeredAt = isToCome ? await deleteAttendee(tx, { ...of, startsAt: registration.startsAt }) : undefined;
    const day = dayIn(timeZone, startsAt);
    await insertAttendee(tx, { ...of, partner, day, startsAt, remindedHours: null, registeredAt });
  }
  return { startsAt, sequence };
}
