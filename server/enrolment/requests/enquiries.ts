import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { plainLine } from '../mails/plain-line.ts';
import { newReference } from '../reference.ts';
import { markResolved, selectEnquiries, upsertEnquiry, type Enquiry, type NewEnquiry } from './enquiries.store.ts';

export type { Enquiry, EnquiryKind, NewEnquiry } from './enquiries.store.ts';

/** Longest name or phone number shown to staff, in characters. */
const lineLength = 200;

/**
 * Keeps an enquiry for a partner's advisors. Deduplicated while it is open, so that a double click is read once.
 *
 * @returns its reference, and whether it is the first of its kind
 */
export async function keepEnquiry(
  tx: Transaction,
  enquiry: NewEnquiry,
): Promise<{ reference: string; isNew: boolean }> {
  const { kind, partner, memberId, email, details } = enquiry;
  const [name, phone] = [plainLine(enquiry.name, lineLength), plainLine(enquiry.phone, lineLength)];
  const asked = JSON.stringify([kind, partner, memberId, name, email, phone, Object.entries(details)]);
  const { reference, timesAsked } = await upsertEnquiry(tx, {
    ...enquiry,
    name,
    phone,
    id: newId('enq_'),
    reference: newReference(),
    digest: createHash('sha256').update(asked).digest(),
  });
  return { reference, isNew: timesAsked === 1 };
}

/** Lists enquiries by filter, oldest first. */
export const listEnquiries = (db: Database, filter: Parameters<typeof selectEnquiries>[1]): Promise<Enquiry[]> =>
  selectEnquiries(db, filter);

/** @returns false if no open enquiry has this reference */
export const resolveEnquiry = (db: Database, reference: string): Promise<boolean> => markResolved(db, reference);
