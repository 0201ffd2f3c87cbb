import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { plainLine } from '../mails/plain-line.ts';
import { newReference } from '../reference.ts';
import { insertEntry, moveThread, resolveAnswered, updateRequest } from './desk/desk.store.ts';
import { selectEnquiries, upsertEnquiry, type Enquiry, type NewEnquiry } from './enquiries.store.ts';

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
  const [id, digest] = [newId('enq_'), createHash('sha256').update(asked).digest()];
  const answered = await resolveAnswered(tx, digest);
  const { reference, timesAsked } = await upsertEnquiry(tx, {
    ...enquiry,
    name,
    phone,
    id,
    reference: newReference(),
    digest,
  });
  if (answered) await goOn(tx, { answered, id, name });
  return { reference, isNew: timesAsked === 1 };
}

/** Who asks the same after it was answered waits again: the new enquiry has the thread of the earlier one. */
async function goOn(
  tx: Transaction,
  { answered, id, name }: { answered: { id: string; reference: string }; id: string; name: string },
): Promise<void> {
  const version = (await updateRequest(tx, id, {}))!;
  const entry = { id: newId('ent_'), kind: 'asked-again', version, staffId: null, actor: name } as const;
  await moveThread(tx, answered.id, id, version);
  await insertEntry(tx, id, { ...entry, subject: answered.reference, body: answered.id });
  await updateRequest(tx, answered.id, { mergedInto: id });
}

/** Lists enquiries by filter, oldest first. */
export const listEnquiries = (db: Database, filter: Parameters<typeof selectEnquiries>[1]): Promise<Enquiry[]> =>
  selectEnquiries(db, filter);
