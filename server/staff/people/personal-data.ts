import { ofNoMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about staff. */
export const staffTables: readonly PersonalTable[] = [
  {
    table: 'staff',
    holds: 'who is on the staff: name, address, role, and when they were last there',
    level: 'private',
    kept: 'until an owner removes them',
    about: ofNoMember,
    without: ['password_hash'],
  },
];
