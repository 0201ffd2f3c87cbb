import { ofMember, withMember, type PersonalTable } from '../../../platform/personal-data.ts';

/** What is stored about people with notes of staff. */
export const noteTables: readonly PersonalTable[] = [
  {
    table: 'member_note',
    holds: 'what staff noted about them for one another',
    level: 'private',
    kept: withMember,
    about: ofMember(),
  },
];
