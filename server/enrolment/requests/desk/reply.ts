import type { Transaction } from '../../../platform/database/database.ts';
import { transaction } from '../../../platform/database/database.ts';
import { formatWait } from '../../../platform/http/format-wait.ts';
import { newId } from '../../../platform/keys.ts';
import { queueMail, type Mail } from '../../../platform/mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { EnrolmentServices } from '../../services.ts';
import { deleteDraft, findDraft, hasHappened, upsertDraft, type Draft } from './desk.store.ts';
import {
  accountOf,
  addresseeOf,
  changeRequest,
  holdRequest,
  requireUnmerged,
  type Addressee,
  type Advisor,
  type Working,
} from './hold-request.ts';
import { fillInDraft, replyMail } from './reply-mail.ts';
import { findInScope } from './show-request.ts';

/**
 * Answers a request by mail. Mail and entry are one transaction; the same key again changes nothing.
 *
 * @throws Refusal not-found, request-merged, too-many-requests; changed-meanwhile with what others sent since the version
 */
export async function replyToRequest(
  services: EnrolmentServices,
  at: Working,
  { key, ...draft }: Draft & { key: string },
): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { request, to, isDone } = await holdRequest(services, tx, at, () => hasHappened(tx, key));
    if (isDone) return;
    requireUnmerged(request);
    const { subject, text } = fillInDraft(request, to, draft);
    await changeRequest(tx, request, {
      by: at.by,
      change: {
        // What is resolved stays off the list.
        ...(request.resolvedAt === null && { status: 'answered' as const }),
        ...(request.assignedTo === null && { assigned: assigneeOf(at.by) }),
      },
      entry: { kind: 'replied', subject, body: text, key },
    });
    await deleteDraft(tx, request.id, at.by.staffId);
    await mailTo(services, tx, to, replyMail(request, to, { subject, text }));
  });
}

/** Who answers a request that is given to no person has it from then on. */
export const assigneeOf = ({ staffId, actor }: Advisor) => ({ id: staffId, name: actor });

/**
 * Queues a mail that staff send. An address that is not proved has the strangers' budget of its mailbox (decision 0017).
 * Lock order: after every other lock.
 *
 * @throws Refusal too-many-requests with the time until the budget opens
 */
export async function mailTo(
  services: EnrolmentServices,
  tx: Transaction,
  { email, isProved }: Addressee,
  mail: Mail,
): Promise<void> {
  const turn = isProved ? { afterSeconds: 0 } : await services.membership.bookMail(tx, { email, slot: newId('desk_') });
  if ('refusedSeconds' in turn)
    throw new Refusal('too-many-requests', {
      message: `This address is not proved, and gets only so many mails. Nothing was sent. Phone, or send it in ${formatWait(turn.refusedSeconds)}.`,
      retryAfterSeconds: turn.refusedSeconds,
    });
  await queueMail(services, tx, { ...mail, afterSeconds: turn.afterSeconds });
}

/** Keeps what a person has begun to write. @throws Refusal not-found */
export async function keepDraft(services: EnrolmentServices, { scope, by, requestId }: Working, draft: Draft) {
  await transaction(services.db, async (tx) => {
    const request = await findInScope(tx, scope, requestId);
    await upsertDraft(tx, { requestId: request.id, staffId: by.staffId, ...draft });
  });
}

/** What a person has begun to write, as the mail will look. @throws Refusal not-found */
export async function previewDraft(services: EnrolmentServices, { scope, by, requestId }: Working): Promise<string> {
  const { db, membership } = services;
  const request = await findInScope(db, scope, requestId);
  const memberId = await accountOf(db, scope, request);
  const to = addresseeOf(request, memberId === null ? undefined : await membership.findMember(db, memberId));
  const draft = (await findDraft(db, requestId, by.staffId)) ?? { subject: '', text: '' };
  return replyMail(request, to, fillInDraft(request, to, draft)).html;
}
