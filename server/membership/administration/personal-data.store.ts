import { sql } from 'kysely';
import type { Person, PersonalTable } from '../../platform/personal-data.ts';

const ofMember = ({ memberId }: Person) => sql`member_id = ${memberId}`;
const underAddress = ({ siteId, provedEmail }: Person) => sql`site_id = ${siteId} and email = ${provedEmail}`;
const ofOwnCheckouts = ({ memberId }: Person) =>
  sql`checkout_id in (select id from plan_checkout where member_id = ${memberId})`;

/** Where membership stores something about people. */
export const membershipTables: readonly PersonalTable[] = [
  { table: 'member', about: ({ memberId }) => sql`id = ${memberId}`, without: ['password_hash'] },
  { table: 'member_json', about: ofMember },
  { table: 'stored_file', about: ofMember },
  { table: 'member_identity', about: ofMember },
  { table: 'former_address', about: ofMember, without: ['token_hash'] },
  { table: 'session', about: ofMember, without: ['token_hash'] },
  { table: 'verification_link', about: ofMember, without: ['token_hash'] },
  { table: 'mailed_code', about: underAddress, without: ['code_hash', 'link_hash', 'context_hash'] },
  { table: 'pending_sign_up', about: underAddress, without: ['password_hash', 'token_hash'] },
  { table: 'plan_connection', about: ofMember },
  { table: 'plan_checkout', about: ofMember, without: ['terms_hash'] },
  { table: 'plan_payment', about: ofOwnCheckouts },
  { table: 'team', about: ({ memberId }) => sql`owner_id = ${memberId}`, without: ['invite_hash', 'invite_sealed'] },
  { table: 'team_seat', about: ofMember },
  { table: 'team_bar', about: ofMember },
  { table: 'comment', about: ofMember },
  { table: 'comment_vote', about: ofMember },
  { table: 'comment_subscription', about: ofMember },
  { table: 'comment_typing', about: ofMember },
  {
    table: 'site_event_delivery',
    about: ({ siteId, memberId }) => sql`site_id = ${siteId} and payload ->> 'id' = ${memberId}`,
  },
  { table: 'audit_entry', about: ({ siteId, memberId }) => sql`site_id = ${siteId} and subject = ${memberId}` },
  // What is on its way or has gone to a mailbox; codes and links are emptied once they are sent, and opened by whoever has them.
  {
    table: 'mail_outbox',
    about: ({ provedEmail }) => sql`recipient = ${provedEmail}`,
    without: ['body_text', 'body_html', 'sealed_body', 'attachments', 'unsubscribe_url', 'dedupe_key'],
  },
];
