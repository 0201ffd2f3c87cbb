import { personOf } from '../../../../contract/student-fields.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import type { StudentRecord } from '../../students.ts';
import {
  findProvedAccount,
  findRequest,
  insertEntry,
  lockRequests,
  selectEntries,
  updateRequest,
  type DeskEntry,
  type DeskRequest,
  type DeskScope,
  type RequestChange,
} from './desk.store.ts';

/** Who works on a request. */
export interface Advisor {
  staffId: string;
  /** Name, or address of one without. */
  actor: string;
  email: string;
}

/** A request that a person works on, as they saw it. */
export interface Working {
  scope: DeskScope;
  by: Advisor;
  requestId: string;
  /** Of the request on their page; left out where nothing of others can be lost. */
  version?: number;
}

/** Where an answer to a request goes. */
export interface Addressee {
  email: string;
  /** Whether the owner of the address has proved it. To any other go a mailbox's few mails, and no text of a form. */
  isProved: boolean;
  /** Of a proved account; "there" of any other, because a form says what an attacker wants. */
  firstName: string;
  /** The account it is of. */
  memberId: string | undefined;
}

const stranger = 'there';

/** The account that a request is of: who asked, or who has proved a lead's address since. */
export const accountOf = async (db: Database, scope: DeskScope, request: DeskRequest): Promise<string | null> =>
  request.memberId ?? (await findProvedAccount(db, scope, request.email));

/** @param member as they are now */
export function addresseeOf(request: DeskRequest, member: StudentRecord | undefined): Addressee {
  if (!member) return { email: request.email, isProved: false, firstName: stranger, memberId: undefined };
  const { id: memberId, email, verified: isProved, fields } = member;
  return { email, isProved, memberId, firstName: (isProved && personOf(fields).firstName.trim()) || stranger };
}

/** @throws Refusal changed-meanwhile with what others did since the page was read */
export async function requireSeen(tx: Transaction, request: DeskRequest, { version }: Working): Promise<void> {
  if (version === undefined || request.version === version) return;
  const since = await selectEntries(tx, request.id, version);
  const changed = since.map(({ kind, actor, subject, body }) => ({ name: kind, actor, subject, value: body }));
  throw new Refusal('changed-meanwhile', { extras: { changed, version: String(request.version) } });
}

/**
 * A request, locked, and where its answers go. Lock order: member, then request.
 *
 * @throws Refusal not-found; changed-meanwhile with what others did since the version
 */
export async function holdRequest(
  { membership }: Pick<EnrolmentServices, 'membership'>,
  tx: Transaction,
  at: Working,
  isDone: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<{ request: DeskRequest; to: Addressee; isDone: boolean }> {
  const { scope, requestId } = at;
  const found = await findRequest(tx, scope, requestId);
  if (!found) throw new Refusal('not-found');
  const memberId = await accountOf(tx, scope, found);
  const member = memberId === null ? undefined : await membership.lockIfThere(tx, memberId);
  const [request] = await lockRequests(tx, scope, [requestId]);
  if (!request) throw new Refusal('not-found');
  const to = addresseeOf(request, member);
  if (await isDone()) return { request, to, isDone: true };
  await requireSeen(tx, request, at);
  return { request, to, isDone: false };
}

/** @throws Refusal request-merged */
export function requireUnmerged({ mergedInto }: DeskRequest): void {
  if (mergedInto !== null) throw new Refusal('request-merged');
}

/**
 * Changes a request that is locked, and writes it into its thread and the audit trail.
 *
 * @returns the new version
 * @throws Refusal asked-again where an equal one is open
 */
export async function changeRequest(
  tx: Transaction,
  request: DeskRequest,
  {
    by: { staffId, actor },
    change,
    entry,
  }: {
    by: { staffId: string | null; actor: string };
    change: RequestChange;
    entry: Pick<DeskEntry, 'kind' | 'subject' | 'body' | 'key'>;
  },
): Promise<number> {
  const version = await updateRequest(tx, request.id, change);
  if (version === undefined) throw new Refusal('asked-again');
  await insertEntry(tx, request.id, { ...entry, id: newId('ent_'), version, staffId, actor });
  await recordEntry(tx, {
    siteId: enrolmentSite,
    partner: request.partner,
    actor,
    staffId,
    action: `request.${entry.kind}`,
    subject: request.id,
    note: request.reference,
  });
  return version;
}
