import { sql } from 'kysely';
import type { Person, PersonalTable } from '../platform/personal-data.ts';
import { retention } from './retention.ts';

const ofMember = ({ memberId }: Person) => sql`member_id = ${memberId}`;
const ofMemberOrAddress = ({ memberId, provedEmail }: Person) =>
  sql`(member_id = ${memberId} or email = ${provedEmail})`;
const orders = (memberId: string) => sql`select id from enrolment_order where member_id = ${memberId}`;

const withMember = 'as long as the member';
const forTheBooks = 'for the books, beyond the member';

/** Where enrolment stores something about people. */
export const enrolmentTables: readonly PersonalTable[] = [
  {
    table: 'eligibility_check',
    holds: 'education level and what came of it',
    level: 'private',
    kept: withMember,
    about: ofMember,
  },
  { table: 'enrolment_order', holds: 'what they ordered', level: 'money', kept: forTheBooks, about: ofMember },
  {
    table: 'seat_claim',
    holds: 'the seat they hold or have',
    level: 'private',
    kept: forTheBooks,
    about: ofMember,
    without: ['network'],
  },
  {
    table: 'payment',
    holds: 'what was paid',
    level: 'money',
    kept: forTheBooks,
    about: ({ memberId }) => sql`order_id in (${orders(memberId)})`,
  },
  {
    table: 'refund',
    holds: 'what was given back',
    level: 'money',
    kept: forTheBooks,
    about: ({ memberId }) => sql`payment_id in (select id from payment where order_id in (${orders(memberId)}))`,
  },
  {
    table: 'lead',
    holds: 'a form for a course outline: name, address, phone',
    level: 'private',
    kept: `${retention.leadMinutes} minutes`,
    about: ofMemberOrAddress,
    without: ['proof_hash'],
  },
  {
    table: 'lead_link',
    holds: 'for whom the link in a mail is',
    level: 'secret',
    kept: `${retention.leadLinkHours} hours`,
    about: ofMember,
    without: ['token_hash'],
  },
  {
    table: 'enquiry',
    holds: 'what they asked the advisors',
    level: 'private',
    kept: `${retention.enquiryDays} days, or until the member goes`,
    about: ofMemberOrAddress,
    without: ['digest'],
  },
  {
    table: 'webinar_registration',
    holds: 'webinars they registered for',
    level: 'private',
    kept: `${withMember}; of a webinar that comes again, until it is over`,
    about: ofMember,
  },
  {
    table: 'review_item',
    holds: 'a matter about their money for staff',
    level: 'money',
    kept: forTheBooks,
    about: ({ memberId }) => sql`subject in (${orders(memberId)})`,
  },
];
