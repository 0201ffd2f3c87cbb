import type { Database, Transaction } from '../../platform/database/database.ts';
import { insertEntry, selectEntries } from './audit.store.ts';

/** An entry of the audit trail: an act of an operator or a secret key. */
export interface Act {
  siteId: string;
  /** The key's label, or the operator's name. */
  actor: string;
  action:
    | 'app.applied'
    | 'app.removed'
    | 'key.created'
    | 'key.revoked'
    | 'member.created'
    | 'member.updated'
    | 'member.deleted'
    | 'member.exported'
    | 'members.imported'
    | 'members.exported'
    | 'sessions.ended'
    | 'plan.added'
    | 'plan.removed'
    | 'webhook.secret-shown'
    | 'webhook.secret-rotated'
    | 'webhook.test-sent'
    | 'delivery.retried';
  /** The id of what was changed. */
  subject: string;
  /** Names of what was changed, never the values: they may be personal data. */
  note?: string;
}

/** Characters. Entries are kept for years, so a note is bounded: some fifty changes, each in a line. */
const noteMaxLength = 8_000;

/** Adds an entry to the audit trail, in the transaction of the act. */
export const recordAct = (tx: Transaction, { note = '', ...act }: Act): Promise<void> =>
  insertEntry(tx, { ...act, note: note.length <= noteMaxLength ? note : `${note.slice(0, noteMaxLength)}…` });

/** A site's audit trail, the newest entry first. */
export const listActs = (db: Database, siteId: string, limit = 100) => selectEntries(db, siteId, limit);
