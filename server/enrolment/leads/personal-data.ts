import { anyOf, forMembersOf, ofAddress, ofMember, type PersonalTable } from '../../platform/personal-data.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { linkHours } from './lead-mails.ts';
import { proofMinutes } from './leads.ts';

/** What is stored about people with leads. */
export const leadTables: readonly PersonalTable[] = [
  {
    table: 'lead',
    holds: 'a form for a course outline: name, address, phone',
    level: 'private',
    kept: `${proofMinutes} minutes`,
    about: anyOf(ofMember(), forMembersOf(enrolmentSite, ofAddress())),
    without: ['proof_hash'],
  },
  {
    table: 'lead_link',
    holds: 'for whom the link in a mail is',
    level: 'secret',
    kept: `${linkHours} hours`,
    about: ofMember(),
    without: ['token_hash'],
  },
];
