import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { saveObject } from '../store/object.store.ts';
import type { Form } from '../wire/form.ts';
import type { Session } from '../wire/objects.ts';
import { integer, parseParams } from '../wire/params.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';
import { findCurrentSession } from './expiry.ts';

const Reprice = z.strictObject({ amount: integer.check(z.minimum(1)) });

/**
 * Asks another amount of the payer than the shop did, which a shop has to notice: the provider itself takes what the
 * dashboard, a currency or a mistake of its own says.
 *
 * @throws WireError for a session that is unknown, over, or has been tried to pay
 */
export async function repriceSession(tx: Transaction, id: string, form: Form): Promise<Session> {
  const { amount } = parseParams(Reprice, form);
  const found = await findCurrentSession(tx, id);
  if (!found) throw missingObject('checkout.session', id, { param: 'session', inAddress: true });
  if (found.data.status !== 'open' || found.data.payment_intent !== null)
    throw invalidRequest(`The session ${id} cannot be asked for another amount any more.`);
  const repriced: Session = { ...found.data, amount_subtotal: amount, amount_total: amount };
  await saveObject(tx, 'session', repriced, found.inner);
  return repriced;
}
