import { ofNoMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about staff with the views they saved. */
export const viewTables: readonly PersonalTable[] = [
  {
    table: 'list_view',
    holds: 'lists that staff saved under a name: filters, and what was searched for, perhaps an address',
    level: 'private',
    kept: 'until it is deleted, or its maker removed',
    about: ofNoMember,
  },
];
