import { keptDays } from '../../../shared/retention.ts';
import { ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';
import { keptHours } from './former-addresses.ts';

/** What is stored about people with a member. */
export const memberTables: readonly PersonalTable[] = [
  {
    table: 'member',
    holds: 'address, fields, metadata, when they came',
    level: 'private',
    kept: `until it is deleted; unproved and never come back to: ${keptDays.abandonedAccount} days`,
    about: ofMember('id'),
    without: ['password_hash', 'device_epoch'],
  },
  { table: 'member_json', holds: "what a site's pages keep", level: 'private', kept: withMember, about: ofMember() },
  {
    table: 'stored_file',
    holds: 'the name of a picture',
    level: 'published',
    kept: 'until another takes its place; within 2 hours nobody has it',
    about: ofMember(),
  },
  {
    table: 'former_address',
    holds: 'a proved address they have left',
    level: 'private',
    kept: `${keptHours} hours`,
    about: ofMember(),
    without: ['token_hash'],
  },
];
