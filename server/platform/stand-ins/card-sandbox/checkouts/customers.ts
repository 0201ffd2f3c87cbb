import * as z from 'zod/mini';
import type { Transaction } from '../../../database/database.ts';
import { findObject, insertObject, saveObject } from '../store/object.store.ts';
import { makeCustomer, makePortalSession } from '../wire/customer-objects.ts';
import type { Form } from '../wire/form.ts';
import type { Customer, PortalSession } from '../wire/objects.ts';
import { Email, Metadata, parseParams, WebAddress } from '../wire/params.ts';
import { missingObject } from '../wire/wire-error.ts';

const CustomerParams = z.strictObject({
  email: z.optional(Email),
  name: z.optional(z.string().check(z.maxLength(256))),
  phone: z.optional(z.string().check(z.maxLength(20))),
  description: z.optional(z.string().check(z.maxLength(500))),
  metadata: z.optional(Metadata),
});

export async function createCustomer(tx: Transaction, form: Form): Promise<Customer> {
  const customer = makeCustomer(parseParams(CustomerParams, form));
  await insertObject(tx, 'customer', customer);
  return customer;
}

/** Changes what is given and leaves the rest. */
export async function updateCustomer(tx: Transaction, id: string, form: Form): Promise<Customer> {
  const found = await findObject(tx, 'customer', id, { lock: true });
  if (!found) throw missingObject('customer', id, { param: 'id', inAddress: true });
  const { metadata, ...given } = parseParams(CustomerParams, form);
  const customer: Customer = { ...found.data, ...given, metadata: { ...found.data.metadata, ...metadata } };
  await saveObject(tx, 'customer', customer);
  return customer;
}

const CreatePortalSession = z.strictObject({
  customer: z.string(),
  configuration: z.optional(z.string()),
  return_url: z.optional(WebAddress),
  locale: z.optional(z.string()),
});

/** A link to the page where a customer sees what they pay for, and ends it. */
export async function createPortalSession(tx: Transaction, publicUrl: string, form: Form): Promise<PortalSession> {
  const given = parseParams(CreatePortalSession, form);
  if (!(await findObject(tx, 'customer', given.customer)))
    throw missingObject('customer', given.customer, { param: 'customer', inAddress: false });
  const session = makePortalSession(publicUrl, given.customer, {
    returnUrl: given.return_url ?? null,
    configuration: given.configuration,
  });
  await insertObject(tx, 'portal_session', session);
  return session;
}
