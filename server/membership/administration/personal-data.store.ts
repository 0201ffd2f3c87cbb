import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Person, PersonalTable } from '../../platform/personal-data.ts';

const ofMember = ({ memberId }: Person) => sql`member_id = ${memberId}`;
const underAddress = ({ siteId, provedEmail }: Person) => sql`site_id = ${siteId} and email = ${provedEmail}`;
const ofOwnCheckouts = ({ memberId }: Person) =>
  sql`checkout_id in (select id from plan_checkout where member_id = ${memberId})`;

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
      kept: 'account',
      about: ({ memberId }) =>
        sql.join(
          columns.map((column) => sql`${sql.ref(column)} = ${memberId}`),
          sql` or `,
        ),
      without: hidden,
    }));
}

/** Where else membership stores something about people; what references a member is found by `findMemberTables`. */
export const membershipTables: readonly PersonalTable[] = [
  { table: 'member', kept: 'account', about: ({ memberId }) => sql`id = ${memberId}`, without: ['password_hash'] },
  { table: 'mailed_code', kept: 'use', about: underAddress, without: ['code_hash', 'link_hash', 'context_hash'] },
  { table: 'pending_sign_up', kept: 'use', about: underAddress, without: ['password_hash', 'token_hash'] },
  { table: 'plan_checkout', kept: 'payment', about: ofMember, without: ['terms_hash'] },
  { table: 'plan_payment', kept: 'payment', about: ofOwnCheckouts },
  {
    table: 'site_event_delivery',
    kept: 'delivery',
    about: ({ siteId, memberId }) => sql`site_id = ${siteId} and payload ->> 'id' = ${memberId}`,
  },
  {
    table: 'audit_entry',
    kept: 'record',
    about: ({ siteId, memberId }) => sql`site_id = ${siteId} and subject = ${memberId}`,
  },
  // Mails on their way and sent. Codes and links in them are emptied once they are sent; until then they open
  // something.
  {
    table: 'mail_outbox',
    kept: 'delivery',
    about: ({ provedEmail }) => sql`recipient = ${provedEmail}`,
    without: ['body_text', 'body_html', 'sealed_body', 'attachments', 'unsubscribe_url', 'dedupe_key'],
  },
];
