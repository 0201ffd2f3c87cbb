import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { hostedPage, recordEvents } from '../events/events.ts';
import { insertObject, saveObject } from '../store/object.store.ts';
import { listDisputes, lockCharge } from './refunds.ts';
import type { Form } from '../wire/form.ts';
import { newWireId, nowSeconds } from '../wire/ids.ts';
import type { Charge, Dispute } from '../wire/objects.ts';
import { integer, parseParams } from '../wire/params.ts';
import { invalidRequest } from '../wire/wire-error.ts';

const MoveDispute = z.strictObject({
  payment_intent: z.string(),
  amount: z.optional(integer.check(z.minimum(1))),
  status: z._default(z.enum(['needs_response', 'won', 'lost']), 'needs_response'),
});

/**
 * Moves a dispute: the bank withdraws a payment or an amount of it, and later decides it as won or lost.
 *
 * @throws WireError when the payment does not exist, was not paid, or its dispute has ended
 */
export async function moveDispute(tx: Transaction, form: Form): Promise<Dispute> {
  const given = parseParams(MoveDispute, form);
  const { data: charge } = await lockCharge(tx, given);
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid and cannot be disputed.`);
  const [existing] = await listDisputes(tx, charge);
  if (existing?.status === 'won' || existing?.status === 'lost')
    throw invalidRequest(`The dispute of charge ${charge.id} has ended: ${existing.status}.`);
  const dispute = existing ?? (await openDispute(tx, charge, given.amount));
  return given.status === 'needs_response' ? dispute : closeDispute(tx, dispute, given.status);
}

async function openDispute(tx: Transaction, charge: Charge, amount: number | undefined): Promise<Dispute> {
  const dispute = makeDispute(charge, amount);
  await insertObject(tx, 'dispute', dispute);
  await saveObject(tx, 'charge', { ...charge, disputed: true });
  await recordEvents(tx, hostedPage, [
    ['charge.dispute.created', dispute],
    ['charge.dispute.funds_withdrawn', dispute],
  ]);
  return dispute;
}

async function closeDispute(tx: Transaction, dispute: Dispute, status: 'won' | 'lost'): Promise<Dispute> {
  const closed: Dispute = { ...dispute, status };
  await saveObject(tx, 'dispute', closed);
  await recordEvents(tx, hostedPage, [
    ['charge.dispute.closed', closed],
    ...(status === 'won' ? [['charge.dispute.funds_reinstated', closed] as const] : []),
  ]);
  return closed;
}

const makeDispute = (charge: Charge, amount = charge.amount - charge.amount_refunded): Dispute => ({
  id: newWireId('du_1'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: nowSeconds(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: {},
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
});
