import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Person, PersonalTable } from '../../../platform/personal-data.ts';
import { limits } from '../../../../contract/limits.ts';
import { keptDays } from '../../../../shared/retention.ts';
import { retention } from '../../retention.ts';

const ofMember = ({ memberId }: Person) => sql`member_id = ${memberId}`;
const underAddress = ({ siteId, provedEmail }: Person) => sql`site_id = ${siteId} and email = ${provedEmail}`;
const ofOwnCheckouts = ({ memberId }: Person) =>
  sql`checkout_id in (select id from plan_checkout where member_id = ${memberId})`;

const withMember = 'as long as the member';

/**
 * The tables whose rows reference a member, of every domain, as the schema declares them. Hashes and sealed values are
 * left out: columns of bytes, and those that end in `_hash` or `_sealed`.
 *
 * @param named tables that say by themselves which of their rows are about somebody
 */
export async function findMemberTables(db: Database, named: readonly PersonalTable[]): Promise<PersonalTable[]> {
  const { rows } = await sql<{ table: string; columns: string[]; hidden: string[] }>`
    select c.relname as table, array_agg(distinct key.attname::text) as columns,
      array(select attname::text from pg_attribute where attrelid = c.oid and (attname ~ '_(hash|sealed)$' or atttypid = 'bytea'::regtype)) as hidden
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    join pg_attribute key on key.attrelid = c.oid and key.attnum = any(f.conkey)
    where f.contype = 'f' and f.confrelid = 'member'::regclass
    group by c.oid, c.relname order by c.relname`.execute(db);
  return rows
    .filter(({ table }) => !named.some((each) => each.table === table))
    .map(({ table, columns, hidden }) => ({
      table,
      holds: 'what references them',
      level: 'private',
      kept: withMember,
      about: ({ memberId }) =>
        sql.join(
          columns.map((column) => sql`${sql.ref(column)} = ${memberId}`),
          sql` or `,
        ),
      without: hidden,
    }));
}

/** Where membership stores something about people, with what the page on personal data says of it. */
export const membershipTables: readonly PersonalTable[] = [
  {
    table: 'member',
    holds: 'address, fields, metadata, when they came',
    level: 'private',
    kept: `until it is deleted; unproved and never come back to: ${retention.abandonedAccountDays} days`,
    about: ({ memberId }) => sql`id = ${memberId}`,
    without: ['password_hash'],
  },
  { table: 'member_json', holds: "what a site's pages keep", level: 'private', kept: withMember, about: ofMember },
  {
    table: 'stored_file',
    holds: 'the name of a picture',
    level: 'published',
    kept: 'until another takes its place; within 2 hours nobody has it',
    about: ofMember,
  },
  {
    table: 'member_identity',
    holds: 'issuer and subject of a connected provider',
    level: 'private',
    kept: `${withMember}, or until disconnected`,
    about: ofMember,
  },
  {
    table: 'former_address',
    holds: 'a proved address they have left',
    level: 'private',
    kept: `${retention.formerAddressHours} hours`,
    about: ofMember,
    without: ['token_hash'],
  },
  {
    table: 'session',
    holds: 'when and how they signed in and were last there, and the browser and system in coarse words',
    level: 'secret',
    kept: `${limits.sessionDays} days, ${limits.sessionIdleDays} without use, ${limits.sessionsPerMember} at most`,
    about: ofMember,
    without: ['token_hash'],
  },
  {
    table: 'verification_link',
    holds: 'an address to be proved',
    level: 'secret',
    kept: `${retention.verificationLinkHours} hours`,
    about: ofMember,
    without: ['token_hash'],
  },
  {
    table: 'mailed_code',
    holds: 'an address, and the network that asked',
    level: 'secret',
    kept: `${limits.codeMinutes} minutes`,
    about: underAddress,
    without: ['code_hash', 'link_hash', 'context_hash', 'browser_hash'],
  },
  {
    table: 'pending_sign_up',
    holds: 'what somebody signed up with',
    level: 'secret',
    kept: `${retention.pendingSignUpHours} hours`,
    about: underAddress,
    without: ['password_hash', 'token_hash'],
  },
  { table: 'plan_connection', holds: 'plans they have or had', level: 'private', kept: withMember, about: ofMember },
  {
    table: 'plan_checkout',
    holds: 'what they went to pay for',
    level: 'money',
    kept: `for the books, beyond the member; unpaid: ${retention.unpaidCheckoutDays} days`,
    about: ofMember,
    without: ['terms_hash'],
  },
  {
    table: 'plan_payment',
    holds: 'what was paid and given back',
    level: 'money',
    kept: 'for the books, beyond the member',
    about: ofOwnCheckouts,
  },
  {
    table: 'team',
    holds: 'that they own a team',
    level: 'private',
    kept: withMember,
    about: ({ memberId }) => sql`owner_id = ${memberId}`,
    without: ['invite_hash', 'invite_sealed'],
  },
  { table: 'team_seat', holds: 'whose team they are in', level: 'private', kept: withMember, about: ofMember },
  { table: 'team_bar', holds: 'which team keeps them out', level: 'private', kept: withMember, about: ofMember },
  { table: 'comment', holds: 'what they wrote for others', level: 'published', kept: withMember, about: ofMember },
  { table: 'comment_vote', holds: 'what they voted for', level: 'published', kept: withMember, about: ofMember },
  {
    table: 'comment_subscription',
    holds: 'which replies are mailed to them',
    level: 'private',
    kept: withMember,
    about: ofMember,
  },
  {
    table: 'comment_typing',
    holds: 'that they are typing',
    level: 'published',
    kept: 'an hour at most',
    about: ofMember,
  },
  {
    table: 'site_event_delivery',
    holds: "what the site's server was told of them",
    level: 'private',
    kept: `${retention.deliveryDays} days, its content ${retention.deliveredContentDays} once it has arrived; content goes with the member`,
    about: ({ siteId, memberId }) => sql`site_id = ${siteId} and payload ->> 'id' = ${memberId}`,
  },
  {
    table: 'audit_entry',
    holds: 'what staff or a secret key did to them, never what was said',
    level: 'private',
    kept: 'for staff to answer for, beyond the member and the site',
    about: ({ siteId, memberId }) => sql`site_id = ${siteId} and subject = ${memberId}`,
  },
  // What is on its way or has gone to a mailbox; codes and links are emptied once they are sent, and opened by whoever has them.
  {
    table: 'mail_outbox',
    holds: 'mails: to whom, what about, and what they said',
    level: 'private',
    kept: `codes and links until they are sent; the rest ${keptDays.mail} days, or until the member goes`,
    about: ({ provedEmail }) => sql`recipient = ${provedEmail}`,
    without: ['body_text', 'body_html', 'sealed_body', 'attachments', 'unsubscribe_url', 'dedupe_key'],
  },
];
