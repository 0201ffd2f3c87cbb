import { ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with progress. */
export const progressTables: readonly PersonalTable[] = [
  {
    table: 'eligibility_check',
    holds: 'education level and what came of it',
    level: 'private',
    kept: withMember,
    about: ofMember(),
  },
];
