import type { WebinarDraft } from '../../../contract/console/webinars-schemas.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { defaultPartner, findPartner, partners } from '../../../shared/partners.ts';
import { findOccasion } from '../../../shared/webinar-dates.ts';
import { findWordingFault } from '../../../shared/wording-faults.ts';
import { isFact, tokensOf } from '../../../shared/wording.ts';
import { recordEntry, type AuditedBy } from '../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { idOfPress } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { partnersSeen } from '../partner-scope.ts';
import type { EnrolmentServices } from '../services.ts';
import { mayChange } from './show-webinar.ts';
import { tellChangesJob } from './tell-changes.ts';
import { insertWebinars, lockInScope, updateWebinar, type NewWebinar, type StoredWebinar } from './webinars.store.ts';

/** Who changes it, and what they may. */
export interface WebinarEditor {
  scope: Pick<StaffScope, 'partners'>;
  by: AuditedBy;
}

/**
 * @param partner code; null for all partners
 * @param key of the press: a second call with it creates nothing more
 * @returns the id
 * @throws Refusal not-found for a partner out of scope, webinar-of-all-partners, webinar-text-invalid, date-in-past
 */
export async function createWebinar(
  { db, clock }: EnrolmentServices,
  { scope, by }: WebinarEditor,
  { partner: code, key, isPublished, ...draft }: WebinarDraft & { partner: string | null; key: string },
): Promise<string> {
  const isInScope = code === null || scope.partners === 'all' || scope.partners.includes(code);
  const partner = code === null || !isInScope ? undefined : findPartner(code);
  if (code !== null && !partner) throw new Refusal('not-found');
  const webinar: NewWebinar = {
    ...draft,
    id: idOfPress('web_', by.staffId, key),
    partner: partner?.code ?? null,
    state: isPublished ? 'published' : 'draft',
  };
  if (!mayChange(scope, webinar)) throw new Refusal('webinar-of-all-partners');
  requireText(webinar);
  requireFuture(webinar, clock.now());
  await transaction(db, async (tx) => {
    const created = await insertWebinars(tx, [webinar]);
    if (created.length > 0) await record(tx, by, webinar, 'webinar.created');
  });
  return webinar.id;
}

/**
 * Changes a webinar from the version that was read. Those registered are told later, by `tellChanges`, where their
 * calendar entry has to change.
 *
 * @throws Refusal webinar-not-found, webinar-of-all-partners, webinar-settled, webinar-text-invalid, date-in-past;
 *   changed-meanwhile with the version as it is now
 */
export const changeWebinar = (
  { db, clock }: EnrolmentServices,
  { scope, by }: WebinarEditor,
  { id, version, isPublished, ...draft }: WebinarDraft & { id: string; version: number },
): Promise<void> =>
  transaction(db, async (tx) => {
    const before = await lockChangeable(tx, { scope, id, version });
    if (before.state === 'published' && !isPublished) throw new Refusal('webinar-settled');
    const after: StoredWebinar = {
      ...before,
      ...draft,
      state: isPublished ? 'published' : 'draft',
      version: before.version + 1,
    };
    requireText(after);
    if (isMoved(before, after)) requireFuture(after, clock.now());
    const changed = changedNames(before, after);
    if (changed.length === 0) return;
    const isTold = before.state === 'published' && changed.some((name) => toldNames.has(name));
    if (isTold) after.calendarVersion = after.version;
    await updateWebinar(tx, after);
    await record(tx, by, after, 'webinar.changed', changed.join(', '));
    if (isTold) await addJob(tx, tellChangesJob, { webinarId: id }, { key: id });
  });

/**
 * Ends a webinar for good; those registered for an occasion that is not over are told by `tellChanges`.
 *
 * @throws Refusal webinar-not-found, webinar-of-all-partners, webinar-settled, changed-meanwhile
 */
export const cancelWebinar = (
  { db }: EnrolmentServices,
  { scope, by }: WebinarEditor,
  { id, version }: { id: string; version: number },
): Promise<void> =>
  transaction(db, async (tx) => {
    const before = await lockChangeable(tx, { scope, id, version });
    const next = before.version + 1;
    const after: StoredWebinar = { ...before, state: 'cancelled', version: next, calendarVersion: next };
    await updateWebinar(tx, after);
    await record(tx, by, after, 'webinar.cancelled');
    await addJob(tx, tellChangesJob, { webinarId: id }, { key: id });
  });

async function lockChangeable(
  tx: Transaction,
  { scope, id, version }: { scope: WebinarEditor['scope']; id: string; version: number },
): Promise<StoredWebinar> {
  const webinar = await lockInScope(tx, id, scope);
  if (!webinar) throw new Refusal('webinar-not-found');
  if (!mayChange(scope, webinar)) throw new Refusal('webinar-of-all-partners');
  if (webinar.state === 'cancelled') throw new Refusal('webinar-settled');
  if (webinar.version !== version)
    throw new Refusal('changed-meanwhile', { extras: { version: String(webinar.version) } });
  return webinar;
}

const texts = ['title', 'description', 'host'] as const;

/** @throws Refusal webinar-text-invalid for a text that is not right for every partner */
function requireText(webinar: Pick<StoredWebinar, (typeof texts)[number]>): void {
  for (const field of texts) {
    const fact = tokensOf(webinar[field]).find(isFact);
    const fault = fact === undefined ? findWordingFault(webinar[field]) : `write {${fact}} out`;
    if (fault !== undefined)
      throw new Refusal('webinar-text-invalid', { message: `In the ${field}, ${fault}.`, extras: { field } });
  }
}

/** @throws Refusal date-in-past for one that would take place no more */
function requireFuture(webinar: NewWebinar, now: Date): void {
  const { timeZone } = partners[webinar.partner ?? defaultPartner];
  if (findOccasion(webinar, timeZone, now).endsAt <= now)
    throw new Refusal('date-in-past', { extras: { field: 'day' } });
}

const names = [
  'course',
  'title',
  'description',
  'host',
  'category',
  'minutes',
  'attendees',
  'date',
  'time',
  'link',
  'reminderHours',
  'state',
] as const satisfies readonly (keyof StoredWebinar)[];
/** What calendar entries show, and those registered are told of. */
const toldNames: ReadonlySet<string> = new Set(['title', 'minutes', 'date', 'time', 'link']);

const changedNames = (before: StoredWebinar, after: StoredWebinar) =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

const isMoved = (before: StoredWebinar, after: StoredWebinar) =>
  changedNames(before, after).some((name) => ['date', 'time', 'state'].includes(name));

/** Adds an act on a webinar to the audit trail. */
export const record = (
  tx: Transaction,
  by: AuditedBy,
  { id, partner }: { id: string; partner: string | null },
  action: string,
  note = '',
): Promise<void> => recordEntry(tx, { ...by, siteId: enrolmentSite, partner, action, subject: id, note });

/** The same of an act on those registered whom the person sees: of a webinar for all, an entry of each partner in scope. */
export async function recordInScope(
  tx: Transaction,
  { scope, by }: WebinarEditor,
  { id, partner }: Pick<StoredWebinar, 'id' | 'partner'>,
  action: string,
  note = '',
): Promise<void> {
  for (const code of partnersSeen(scope, partner === null ? null : [partner]) ?? [null])
    await record(tx, by, { id, partner: code }, action, note);
}
