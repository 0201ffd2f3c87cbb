import { ofMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with views of staff. */
export const viewTables: readonly PersonalTable[] = [
  {
    table: 'member_view',
    holds: 'that somebody on the staff sees as them, who, why and until when',
    level: 'secret',
    kept: 'a day after its end',
    about: ofMember(),
    without: ['code_hash', 'token_hash'],
  },
];
