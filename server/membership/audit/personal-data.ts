import { atSite, ofMember, type PersonalTable } from '../../platform/personal-data.ts';
import { defaultRetention } from '../../platform/retention.ts';

/** What is stored about people with the audit trail. */
export const auditTables: readonly PersonalTable[] = [
  {
    table: 'audit_entry',
    holds: 'what staff or a secret key did to them, never what was said',
    level: 'private',
    kept: `${defaultRetention.audit} days, for staff to answer for, beyond the member and the site`,
    about: atSite(ofMember('subject')),
  },
];
