import { limits } from '../../../contract/limits.ts';
import type { Transaction } from '../database/database.ts';
import { insertEntry, selectEntriesAbout } from './audit.store.ts';

export { selectEntriesAbout as listEntriesAbout };

/** What belongs to an entry of the audit trail besides the act itself. */
export interface AuditedBy {
  /** The person of staff, a key's label, or the operator's name. */
  actor: string;
  /** The id of the person of staff, for acts in the console. */
  staffId?: string | null | undefined;
  /** Why, in the person's words, where an act asks for it. */
  reason?: string | null | undefined;
}

/** An entry of the audit trail: an act of staff, an operator or a secret key. */
export interface AuditEntry extends AuditedBy {
  /** The site it belongs to; null for acts about the product, such as an invitation of staff. */
  siteId: string | null;
  /** The partner it belongs to, where it does. */
  partner?: string | null | undefined;
  /** What was done, as `thing.done`: `member.updated`. */
  action: string;
  /** The id of what was changed. */
  subject: string;
  /** Names of what was changed, never the values: they may be personal data. */
  note?: string | undefined;
}

/** Characters. Entries are kept for years, so a note is bounded: some fifty changes, each in a line. */
const noteMaxLength = 8_000;

const shorten = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}…`);

/** Adds an entry to the audit trail, in the transaction of the act. Nobody can change or remove it afterwards. */
export const recordEntry = (
  tx: Transaction,
  { note = '', reason, partner = null, staffId = null, ...act }: AuditEntry,
): Promise<void> =>
  insertEntry(tx, {
    ...act,
    partner,
    staffId,
    note: shorten(note, noteMaxLength),
    reason: reason === undefined || reason === null || reason === '' ? null : shorten(reason, limits.reasonMaxLength),
  });
