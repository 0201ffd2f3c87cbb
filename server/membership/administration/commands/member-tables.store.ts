import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { anyOf, ofMember, withMember, type PersonalTable } from '../../../platform/personal-data.ts';

/**
 * The tables whose rows reference a member, of every domain, as the schema declares them. Hashes and sealed values are
 * left out: columns of bytes, and those that end in `_hash` or `_sealed`.
 *
 * @param named tables that say by themselves which of their rows are about a member
 */
export async function findMemberTables(db: Database, named: readonly PersonalTable[]): Promise<PersonalTable[]> {
  const { rows } = await sql<{ table: string; columns: string[]; hidden: string[] }>`
    select c.relname as table, array_agg(distinct key.attname::text) as columns,
      array(select attname::text from pg_attribute where attrelid = c.oid and (attname ~ '_(hash|sealed)$' or atttypid = 'bytea'::regtype)) as hidden
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    cross join unnest(f.conkey, f.confkey) as pair (own, referenced)
    join pg_attribute id on id.attrelid = f.confrelid and id.attnum = pair.referenced and id.attname = 'id'
    join pg_attribute key on key.attrelid = c.oid and key.attnum = pair.own
    where f.contype = 'f' and f.confrelid = 'member'::regclass
    group by c.oid, c.relname order by c.relname`.execute(db);
  return rows
    .filter(({ table }) => !named.some((each) => each.table === table))
    .map(({ table, columns, hidden }) => ({
      table,
      holds: 'what references them',
      level: 'private',
      kept: withMember,
      about: anyOf(...columns.map(ofMember)),
      without: hidden,
    }));
}
