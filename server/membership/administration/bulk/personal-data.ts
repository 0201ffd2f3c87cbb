import { endsAfter, ofMember, ofNoMember, type PersonalTable } from '../../../platform/personal-data.ts';

/** What is stored about people with acts on many members. Items go before their job, in batches. */
export const bulkTables: readonly PersonalTable[] = [
  {
    table: 'bulk_item',
    holds: 'what an act of staff on many members came to for them, and the value of a field before it',
    level: 'private',
    ends: endsAfter(30, { since: 'created_at', job: 'forget-bulk-results', schedule: '40 3 * * *' }),
    kept: 'with the member',
    about: ofMember(),
  },
  {
    table: 'bulk_job',
    holds: 'which members staff chose for an act, by search and filters, and who did it',
    level: 'private',
    ends: endsAfter(31, { since: 'created_at', job: 'forget-bulk-jobs', schedule: '50 3 * * *' }),
    about: ofNoMember,
  },
];
