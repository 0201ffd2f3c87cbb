import { ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';

/** What is stored about people with teams. */
export const teamTables: readonly PersonalTable[] = [
  {
    table: 'team',
    holds: 'that they own a team',
    level: 'private',
    kept: withMember,
    about: ofMember('owner_id'),
    without: ['invite_hash', 'invite_sealed'],
  },
  { table: 'team_seat', holds: 'whose team they are in', level: 'private', kept: withMember, about: ofMember() },
  { table: 'team_bar', holds: 'which team keeps them out', level: 'private', kept: withMember, about: ofMember() },
];
