import type { Database, Transaction } from '../../platform/database/database.ts';
import { selectEntries } from '../../platform/audit/audit.store.ts';
import { recordEntry, type AuditedBy } from '../../platform/audit/audit.ts';
import { findPartner } from './member-partner.store.ts';

/** An entry of the audit trail about a site: an act of staff, an operator or a secret key. */
export interface Act extends AuditedBy {
  siteId: string;
  action:
    | 'app.applied'
    | 'app.removed'
    | 'key.created'
    | 'key.revoked'
    | 'member.created'
    | 'member.updated'
    | 'member.deleted'
    | 'member.view-began'
    | 'member.suspended'
    | 'member.reinstated'
    | 'member.factors-removed'
    | 'note.added'
    | 'note.changed'
    | 'note.deleted'
    | 'member.exported'
    | 'members.imported'
    | 'members.exported'
    | 'reset.sent'
    | 'sessions.ended'
    | 'plan.added'
    | 'plan.removed'
    | 'webhook.secret-shown'
    | 'webhook.secret-rotated'
    | 'webhook.test-sent'
    | 'delivery.retried'
    | 'comment.removed'
    | 'mails.exported'
    | 'bulk.begun'
    | 'bulk.cancelled'
    | 'bulk.ended'
    | 'bulk.exported'
    | 'members.import-checked'
    | 'members.import-cancelled'
    | 'members.import-faults-exported';
  /** The id of what was changed. */
  subject: string;
  /** Names of what was changed, never the values: they may be personal data. */
  note?: string | undefined;
}

/**
 * Adds an entry to a site's audit trail, in the transaction of the act. One about a member names the member's partner,
 * whoever acted, so that the partner's staff find it.
 */
export async function recordAct(tx: Transaction, act: Act): Promise<void> {
  const partner = act.subject.startsWith('mem_') ? await findPartner(tx, act.subject) : undefined;
  await recordEntry(tx, { ...act, partner });
}

/** A site's audit trail, the newest entry first. */
export const listActs = (db: Database, siteId: string, limit = 100) => selectEntries(db, siteId, limit);

export type { AuditedBy };
