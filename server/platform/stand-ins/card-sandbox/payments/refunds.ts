import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { hostedPage, recordEvents, type Cause } from '../events/events.ts';
import { findFaults } from '../events/fault.store.ts';
import { settleDelay } from '../events/faults.ts';
import { formatMoney } from '../money.ts';
import {
  findObject,
  getObject,
  insertObject,
  listObjects,
  saveObject,
  type StoredObject,
} from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { addTask } from '../store/task.store.ts';
import type { Form } from '../wire/form.ts';
import type { Charge, Dispute, Refund } from '../wire/objects.ts';
import { Metadata, integer, parseParams } from '../wire/params.ts';
import { makeRefund } from '../wire/payment-objects.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';

const CreateRefund = z.strictObject({
  payment_intent: z.optional(z.string()),
  charge: z.optional(z.string()),
  amount: z.optional(integer.check(z.minimum(1))),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: z.optional(Metadata),
});

/** Gives money back, at most what is left of the charge. The charge is locked, so two refunds never add up to more. */
export async function createRefund(tx: Transaction, form: Form, cause: Cause): Promise<Refund> {
  const given = parseParams(CreateRefund, form);
  const { data: charge, inner } = await lockCharge(tx, given);
  const disputes = await listDisputes(tx, charge);
  const lost = disputes.reduce((sum, { status, amount: cents }) => sum + (status === 'lost' ? cents : 0), 0);
  const left = charge.amount - charge.amount_refunded - lost;
  if (disputes.some(({ status }) => status === 'needs_response') || (lost > 0 && left <= 0))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const amount = given.amount ?? left;
  requireRefundable(charge, amount, left);
  const refund = makeRefund({
    amount,
    charge,
    metadata: given.metadata ?? {},
    reason: given.reason ?? null,
    status: inner.refunds === 'pending-first' ? 'pending' : 'succeeded',
  });
  const refunded = withRefunded(charge, charge.amount_refunded + amount);
  await insertObject(tx, 'refund', refund);
  await saveObject(tx, 'charge', refunded);
  await recordEvents(tx, cause, [
    ['refund.created', refund],
    ['charge.refunded', refunded],
    ...(inner.refunds ? [] : [['refund.updated', refund] as const]),
  ]);
  if (inner.refunds) await addTask(tx, 'refund', refund.id, settleDelay(await findFaults(tx)));
  return refund;
}

/** The charge of a refund or dispute, by its own id or its payment's. */
export async function lockCharge(
  tx: Transaction,
  given: { charge?: string; payment_intent?: string },
): Promise<StoredObject<'charge'>> {
  const id = given.charge ?? (await chargeOfIntent(tx, given.payment_intent));
  const charge = await findObject(tx, 'charge', id, { lock: true });
  if (!charge) throw missingObject('charge', id, { param: 'charge', inAddress: false });
  return charge;
}

async function chargeOfIntent(tx: Transaction, id: string | undefined): Promise<string> {
  if (id === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = await findObject(tx, 'payment_intent', id);
  if (!intent) throw missingObject('payment_intent', id, { param: 'payment_intent', inAddress: false });
  if (intent.data.status !== 'succeeded' || intent.data.latest_charge === null)
    throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  return intent.data.latest_charge;
}

/** The disputes of a charge, the newest first. */
export const listDisputes = (tx: Transaction, { id }: Charge): Promise<Dispute[]> =>
  listObjects(tx, 'dispute', { limit: 100, filters: [{ path: ['charge'], operator: '=', value: id }] });

function requireRefundable(charge: Charge, amount: number, left: number): void {
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`);
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(left, charge.currency)})`,
      { param: 'amount' },
    );
}

const withRefunded = (charge: Charge, amountRefunded: number): Charge => ({
  ...charge,
  amount_refunded: amountRefunded,
  refunded: amountRefunded === charge.amount,
});

/** Ends a refund of a card whose refunds take their time: it arrives, or comes back and counts no more. */
export async function endSlowRefund(sandbox: Sandbox, refundId: string): Promise<void> {
  await change(sandbox, async (tx) => {
    const { data: refund } = await getObject(tx, 'refund', refundId, { lock: true });
    const { data: charge, inner } = await getObject(tx, 'charge', refund.charge, { lock: true });
    const isPendingFirst = inner.refunds === 'pending-first';
    if (isPendingFirst && refund.status === 'pending') await letArrive(tx, refund);
    if (!isPendingFirst && refund.status === 'succeeded') await letFail(tx, refund, charge);
  });
}

async function letArrive(tx: Transaction, { pending_reason: _over, ...refund }: Refund): Promise<void> {
  const arrived: Refund = { ...refund, status: 'succeeded' };
  await saveObject(tx, 'refund', arrived);
  await recordEvents(tx, hostedPage, [['refund.updated', arrived]]);
}

async function letFail(tx: Transaction, refund: Refund, charge: Charge): Promise<void> {
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  await saveObject(tx, 'refund', failed);
  await saveObject(tx, 'charge', withRefunded(charge, charge.amount_refunded - refund.amount));
  await recordEvents(tx, hostedPage, [['refund.failed', failed]]);
}
