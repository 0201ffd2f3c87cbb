import type { Database, Transaction } from '../../platform/database/database.ts';
import { insertEntry, selectEntries } from './audit.store.ts';

/** Who runs a site may do much, so what they did is kept. */
export interface Act {
  siteId: string;
  /** The label of the key, or who typed the command. */
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
    | 'sessions.ended'
    | 'plan.added'
    | 'plan.removed'
    | 'webhook.secret-shown'
    | 'webhook.secret-rotated'
    | 'delivery.retried';
  /** The id of what was changed. */
  subject: string;
  /** What of it; names, never the values of a person. */
  note?: string;
}

/** Entries stay for good, so none is long. In characters: some fifty changes, each in a line. */
const noteMaxLength = 8_000;

/** Keeps what was done, in the transaction that does it. */
export const recordAct = (tx: Transaction, { note = '', ...act }: Act): Promise<void> =>
  insertEntry(tx, { ...act, note: note.length <= noteMaxLength ? note : `${note.slice(0, noteMaxLength)}…` });

/** What was done to a site, the newest first. */
export const listActs = (db: Database, siteId: string, limit = 100) => selectEntries(db, siteId, limit);
