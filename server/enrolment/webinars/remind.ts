import { webinarLimits } from '../../../contract/console/webinars-schemas.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import { queueNotice } from '../mails/notices.ts';
import type { EnrolmentServices } from '../services.ts';
import { markReminded, selectDue, type DueReminder } from './attendees.store.ts';
import { findRegistration } from './registrations.store.ts';
import { newsOf, reminderMail } from './webinar-mails.ts';
import { holdWebinar } from './webinars.store.ts';

/** Reminds those who registered of webinars that start soon. */
export const remindJob = jobKind({ name: 'remind-of-webinars', lane: 'upkeep', schedule: '*/5 * * * *' });

/** Far less than the job's 30 seconds. */
const remindedAtOnce = 200;

/**
 * Sends each reminder once for each person and occasion, whatever the number of workers: the mark and the mail are one
 * transaction. Members who want no notices are marked without a mail.
 */
export async function remindOfWebinars(services: EnrolmentServices): Promise<void> {
  const { db, clock } = services;
  const { reminderHoursMost: mostHours } = webinarLimits;
  const due = await selectDue(db, { now: clock.now(), mostHours, limit: remindedAtOnce });
  let marked = 0;
  for (const reminder of due) if (await transaction(db, (tx) => remind(services, tx, reminder))) marked += 1;
  if (due.length === remindedAtOnce && marked > 0) await addLoneJob(db, remindJob, {});
}

/** @returns whether it was marked as sent */
async function remind(
  services: EnrolmentServices,
  tx: Transaction,
  { attendeeId, memberId, webinarId, hours }: DueReminder,
): Promise<boolean> {
  const member = await services.membership.lockIfThere(tx, memberId);
  const webinar = await holdWebinar(tx, webinarId);
  const registration = member && (await findRegistration(tx, { memberId, webinarId }));
  // The member has withdrawn, or staff have cancelled it, meanwhile.
  if (!member || webinar?.state !== 'published' || !registration) return false;
  // It was changed and the member is not told yet: `tellChanges` queues this job again.
  if (registration.shownVersion < webinar.calendarVersion) return false;
  const { startsAt, sequence, partner } = registration;
  if (!(await markReminded(tx, { attendeeId, hours, startsAt }))) return false;
  await queueNotice(
    services,
    tx,
    member,
    reminderMail(newsOf(services, member, { webinar, partner, startsAt, sequence })),
  );
  return true;
}
