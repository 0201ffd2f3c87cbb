import { endsAfter, ofNoMember, type PersonalTable } from '../../../platform/personal-data.ts';

/** What is stored about people with imports. Who is imported is a member then, with data of their own. */
export const importTables: readonly PersonalTable[] = [
  {
    table: 'import_part',
    holds: 'the names of parts of a file of members; the file itself may hold all that a member has',
    level: 'private',
    kept: 'until the import has ended, a day at most; its file goes first',
    about: ofNoMember,
  },
  {
    table: 'member_import_fault',
    holds: 'lines and columns of a file that could not be imported, without their values',
    level: 'private',
    ends: endsAfter(30, { since: 'created_at', job: 'forget-import-faults', schedule: '20 4 * * *' }),
    about: ofNoMember,
  },
  {
    table: 'member_import',
    holds: 'who imported a file and its name, and until it has ended a value of each column',
    level: 'private',
    ends: endsAfter(31, { since: 'created_at', job: 'forget-imports', schedule: '30 4 * * *' }),
    about: ofNoMember,
  },
];
