import * as z from 'zod/mini';
import type { AttendanceRequest, RecordingRequest } from '../../../contract/console/webinars-schemas.ts';
import { partnerCodes, partners } from '../../../shared/partners.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob, addLoneJob, jobKind } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { queueNotice } from '../mails/notices.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  countOccasions,
  forgetRecordingMails,
  markAttended,
  markRecordingMailed,
  selectWithoutRecording,
  type OccasionOf,
} from './attendees.store.ts';
import { record, recordInScope, type WebinarEditor } from './change-webinars.ts';
import { findRecording, upsertRecording } from './recordings.store.ts';
import { mayChange, requireWebinar } from './show-webinar.ts';
import { newsOf, recordingMail } from './webinar-mails.ts';
import { findInScope, lockInScope, type StoredWebinar } from './webinars.store.ts';

/** What is done once an occasion is over: who came, and the recording. */

/**
 * Notes who came to an occasion of the partners in scope. Those who were not registered, and occasions that have not
 * begun, are left out.
 *
 * @returns how many were noted, and the addresses that were not
 * @throws Refusal webinar-not-found
 */
export async function noteAttendance(
  { db, clock }: EnrolmentServices,
  { scope, by }: WebinarEditor,
  { webinarId, day, attended, who: named }: AttendanceRequest & { webinarId: string },
): Promise<{ marked: number; unknown: string[] }> {
  const webinar = await requireWebinar(db, webinarId, scope);
  const found = await transaction(db, async (tx) => {
    const to = { webinarId, day, partners: scope.partners, named, attended, now: clock.now() };
    const marked = await markAttended(tx, to);
    const note = `${day}: ${marked.length}`;
    if (marked.length > 0) await recordInScope(tx, { scope, by }, webinar, 'webinar.attendance-noted', note);
    return new Set(marked);
  });
  const asked = 'emails' in named ? named.emails : [];
  return { marked: found.size, unknown: asked.filter((email) => !found.has(email.toLowerCase())) };
}

/** Mails the recording of an occasion to those who were registered. */
export const mailRecordingJob = jobKind({
  name: 'mail-webinar-recording',
  lane: 'upkeep',
  payload: z.object({ webinarId: z.string(), day: z.string() }),
});

/** Far less than the job's 30 seconds. */
const mailedAtOnce = 200;

/**
 * Says where the recording of an occasion is, and mails it where asked: once each, unless the link changes. Another link
 * that is not mailed ends the mailing of the earlier one.
 *
 * @throws Refusal webinar-not-found, webinar-of-all-partners; webinar-not-over for a day without an occasion that has begun;
 *   changed-meanwhile with the link, where it is neither the one that was read nor this one
 */
export const keepRecording = (
  { db, clock }: EnrolmentServices,
  { scope, by }: WebinarEditor,
  { webinarId, day, link, readLink, mail }: RecordingRequest & { webinarId: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    // Locked, so that of two links the later one is mailed.
    const webinar = await lockInScope(tx, webinarId, scope);
    if (!webinar) throw new Refusal('webinar-not-found');
    if (!mayChange(scope, webinar)) throw new Refusal('webinar-of-all-partners');
    const of = { webinarId, day };
    if (!(await hasBegun(tx, of, clock.now()))) throw new Refusal('webinar-not-over');
    const kept = (await findRecording(tx, of))?.link;
    if (readLink !== undefined && kept !== link && (kept ?? null) !== readLink)
      throw new Refusal('changed-meanwhile', { extras: { changed: [{ name: 'link', value: kept }] } });
    if (kept !== link) await forgetRecordingMails(tx, of);
    await upsertRecording(tx, { ...of, link, isMailed: mail });
    await record(tx, by, webinar, mail ? 'webinar.recording-mailed' : 'webinar.recording-kept', day);
    if (mail) await addJob(tx, mailRecordingJob, of, { key: `${webinarId} ${day}` });
  });

const everybody = { partners: 'all' } as const;
const occasionsSearched = 10_000;

async function hasBegun(tx: Transaction, { webinarId, day }: OccasionOf, now: Date): Promise<boolean> {
  const occasions = await countOccasions(tx, webinarId, everybody, occasionsSearched);
  return occasions.some((occasion) => occasion.day === day && occasion.startsAt <= now);
}

/**
 * Mails each of those whose occasion has begun, in a transaction with its mark: at most once, run again or side by side. A
 * webinar of all partners begins later in other zones, where it goes on then.
 */
export async function mailRecording(services: EnrolmentServices, of: OccasionOf): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const webinar = await findInScope(db, of.webinarId, everybody);
  if (!webinar || !(await findRecording(db, of))?.mailedAt) return;
  const memberIds = await selectWithoutRecording(db, { ...of, now, limit: mailedAtOnce });
  for (const memberId of memberIds) await transaction(db, (tx) => mailOne(services, tx, { ...of, memberId, now }));
  if (memberIds.length === mailedAtOnce) return addLoneJob(db, mailRecordingJob, of);
  const runAt = findNextStart(webinar, of.day, now);
  // A key of its own: what a press has queued is not put off.
  if (runAt) await addLoneJob(db, mailRecordingJob, of, { key: `later ${of.webinarId} ${of.day}`, runAt });
}

/** When a webinar of all partners begins next on a day, on the clock of another one. */
function findNextStart({ partner, time }: StoredWebinar, day: string, now: Date): Date | undefined {
  if (partner !== null) return undefined;
  const starts = partnerCodes.map((code) => instantOf(day, time, partners[code].timeZone));
  return starts.filter((startsAt) => startsAt > now).toSorted((one, other) => one.getTime() - other.getTime())[0];
}

async function mailOne(
  services: EnrolmentServices,
  tx: Transaction,
  of: OccasionOf & { memberId: string; now: Date },
): Promise<void> {
  const { membership } = services;
  const member = await membership.lockIfThere(tx, of.memberId);
  const webinar = await lockInScope(tx, of.webinarId, everybody);
  const recording = await findRecording(tx, of);
  if (!member || !webinar || !recording?.mailedAt) return;
  const { link } = recording;
  const partner = await markRecordingMailed(tx, of);
  if (partner === undefined) return;
  const news = newsOf(services, member, { webinar, partner, startsAt: of.now, sequence: 0 });
  await queueNotice(services, tx, member, recordingMail({ ...news, partner: partners[partner], link }));
}
