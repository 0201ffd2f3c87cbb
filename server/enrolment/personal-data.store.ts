import { sql } from 'kysely';
import type { Person, PersonalTable } from '../platform/personal-data.ts';

const ofMember = ({ memberId }: Person) => sql`member_id = ${memberId}`;
const ofMemberOrAddress = ({ memberId, provedEmail }: Person) =>
  sql`(member_id = ${memberId} or email = ${provedEmail})`;
const orders = (memberId: string) => sql`select id from enrolment_order where member_id = ${memberId}`;

/** Where enrolment stores something about people. */
export const enrolmentTables: readonly PersonalTable[] = [
  { table: 'eligibility_check', about: ofMember },
  { table: 'enrolment_order', about: ofMember },
  { table: 'seat_claim', about: ofMember, without: ['network'] },
  { table: 'payment', about: ({ memberId }) => sql`order_id in (${orders(memberId)})` },
  {
    table: 'refund',
    about: ({ memberId }) => sql`payment_id in (select id from payment where order_id in (${orders(memberId)}))`,
  },
  { table: 'lead', about: ofMemberOrAddress, without: ['proof_hash'] },
  { table: 'lead_link', about: ofMember, without: ['token_hash'] },
  { table: 'enquiry', about: ofMemberOrAddress, without: ['digest'] },
  { table: 'webinar_registration', about: ofMember },
  { table: 'review_item', about: ({ memberId }) => sql`subject in (${orders(memberId)})` },
];
