import { addIndexes } from '../platform/database/indexes.ts';

/** The audit trail of a partner, of a person of staff or a key, and of what was changed, the newest first. */
export const indexesOfAudit = addIndexes(
  ['audit_entry_partner', 'audit_entry (partner, id desc) where partner is not null'],
  ['audit_entry_staff', 'audit_entry (staff_id, id desc) where staff_id is not null'],
  ['audit_entry_actor', 'audit_entry (actor, id desc)'],
  ['audit_entry_subject', 'audit_entry (subject, id desc)'],
);
