import type { Transaction } from '../../../database/database.ts';
import type { Attempt } from './attempt.ts';
import { notConfirmed, type Cardholder } from './card-verdict.ts';
import { findCurrentSession } from '../checkouts/expiry.ts';
import { saveObject, type StoredObject } from '../store/object.store.ts';
import { declineConfirmation, payOnce } from './one-off-payment.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { subscribe } from '../subscriptions/subscription-start.ts';
import type { Session } from '../wire/objects.ts';
import type { PaidWith } from '../wire/card.ts';

/** Whether a checkout can be finished without a card, because nothing is due and none is to be kept. */
export const needsNoCard = (session: Session): boolean =>
  session.amount_total === 0 && session.payment_method_collection === 'if_required';

/**
 * Handles a press on "Pay". The session is locked first, so that a concurrent second press pays nothing.
 *
 * @param card undefined where the checkout needs none
 * @throws Error when there is no such session
 */
export function payCheckout(
  sandbox: Sandbox,
  sessionId: string,
  card: Omit<PaidWith, 'email'> | undefined,
): Promise<Attempt> {
  return attempt(sandbox, sessionId, async (tx, found) => {
    if (card === undefined && !needsNoCard(found.data)) throw new Error(`the checkout ${sessionId} needs a card`);
    const paidWith = card && { ...card, email: found.data.customer_details?.email ?? null };
    return pay(tx, sandbox, found, paidWith, 'present');
  });
}

/**
 * The cardholder's answer to the bank's authentication request (3-D Secure). Without a pending payment it counts as a
 * refusal.
 */
export function answerForCheckout(sandbox: Sandbox, sessionId: string, isConfirmed: boolean): Promise<Attempt> {
  return attempt(sandbox, sessionId, async (tx, found) => {
    const { confirming, ...inner } = found.inner;
    if (confirming && isConfirmed) return pay(tx, sandbox, found, confirming, 'confirmed');
    await saveObject(tx, 'session', found.data, inner);
    if (confirming) await declineConfirmation(tx, found.data);
    return { outcome: 'declined', message: notConfirmed.message };
  });
}

function attempt(
  sandbox: Sandbox,
  sessionId: string,
  work: (tx: Transaction, open: StoredObject<'session'>) => Promise<Attempt>,
): Promise<Attempt> {
  return change(sandbox, async (tx) => {
    const found = await findCurrentSession(tx, sessionId);
    if (!found) throw new Error(`the card sandbox has no session ${sessionId}`);
    const { data: session } = found;
    return session.status === 'open' ? work(tx, found) : { outcome: session.status, session };
  });
}

const pay = (
  tx: Transaction,
  { publicUrl }: Sandbox,
  found: StoredObject<'session'>,
  card: PaidWith | undefined,
  cardholder: Cardholder,
): Promise<Attempt> =>
  found.data.mode === 'subscription'
    ? subscribe(tx, publicUrl, found, card, cardholder)
    : payOnce(tx, publicUrl, found, card, cardholder);
