import { sql } from 'kysely';
import { transaction, type Database, type Transaction } from './database.ts';

/** Privileges on the rows of a table. */
export type RowRight = 'select' | 'insert' | 'update' | 'delete';

/** The rights of an account on tables, by the table's name. */
export type TableRights = Readonly<Record<string, readonly RowRight[]>>;

/** The rights of the product's account. */
export interface ProductRights {
  /** The role the running product connects as. It must exist. */
  account: string;
  /** Tables on which it has other rights than the default. */
  exceptions: TableRights;
}

const allRows = 'select, insert, update, delete';

/** Thrown when the product's account could still change the schema or its own rights. */
class TooManyRights extends Error {
  constructor(account: string, rights: readonly string[]) {
    super(
      `the account "${account}" of the product has more rights than rows: ${rights.join(', ')}. The schema is up to date; take these rights away, or name another account in DATABASE_URL.`,
    );
    this.name = 'TooManyRights';
  }
}

/**
 * Grants the product's account the rows of all tables, those of later migrations too, and no rights on the schema
 * (least privilege). Run by the owner. Idempotent, and corrects manual changes.
 *
 * @throws TooManyRights naming further rights of the account, for example granted by the server's administrator
 */
export async function grantRights(db: Database, rights: ProductRights): Promise<void> {
  await transaction(db, (tx) => replaceRights(tx, rights));
  const excess = await findExcessRights(db, rights);
  if (excess.length > 0) throw new TooManyRights(rights.account, excess);
}

async function replaceRights(tx: Transaction, { account, exceptions }: ProductRights): Promise<void> {
  const role = sql.id(account);
  // Concurrent grants would fail with "tuple concurrently updated".
  await sql`select pg_advisory_xact_lock(hashtextextended('rights of the product', 0))`.execute(tx);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
  const statements = [
    // A database that began before PostgreSQL 15 lets every account create tables and functions.
    sql`revoke create on schema public from public`,
    sql`revoke temporary on database ${sql.id(rows[0]!.name)} from public`,
    sql`grant usage on schema public to ${role}`,
    sql`revoke all on all tables in schema public from ${role}`,
    sql`grant ${sql.raw(allRows)} on all tables in schema public to ${role}`,
    sql`revoke all on all sequences in schema public from ${role}`,
    sql`grant usage on all sequences in schema public to ${role}`,
    ...grantsOn('public', exceptions, account),
    // Functions do for the account what it may not do itself; the migration of each takes it from everybody else.
    sql`grant execute on all functions in schema public to ${role}`,
    // Default privileges make a new table usable before this runs again, as in a rolling upgrade.
    sql`alter default privileges in schema public grant ${sql.raw(allRows)} on tables to ${role}`,
    sql`alter default privileges in schema public grant usage on sequences to ${role}`,
  ];
  for (const statement of statements) await statement.execute(tx);
}

/** Statements that leave an account exactly these rights on these tables. */
export const grantsOn = (schema: string, rights: TableRights, account: string) =>
  Object.entries(rights).flatMap(([name, granted]) => {
    const [table, role] = [sql.id(schema, name), sql.id(account)];
    const revoke = sql`revoke all on ${table} from ${role}`;
    return granted.length === 0 ? [revoke] : [revoke, sql`grant ${sql.raw(granted.join(', '))} on ${table} to ${role}`];
  });

/** Attributes, memberships and ownership that no revoke takes away, as their names in PostgreSQL. */
async function findExcessRights(db: Database, { account, exceptions }: ProductRights): Promise<string[]> {
  const { rows } = await sql<Record<string, boolean>>`
    select rolsuper as "superuser", rolcreaterole as "createrole", rolcreatedb as "createdb",
      rolbypassrls as "bypassrls", rolreplication as "replication",
      pg_has_role(oid, current_user, 'member') as "the rights of the owner",
      exists (select from pg_class where relowner = roles.oid) as "tables of its own",
      has_schema_privilege(oid, 'public', 'create') as "create in schema public",
      has_database_privilege(oid, current_database(), 'create') as "create in the database"
    from pg_roles roles where rolname = ${account}`.execute(db);
  const held = Object.entries(rows[0] ?? {}).flatMap(([right, isHeld]) => (isHeld ? [right] : []));
  // A superuser implies all the others.
  return held.includes('superuser') ? ['superuser'] : [...held, ...(await findExcessOnTables(db, account, exceptions))];
}

/** Inherited rights on the exceptions: from a group, from `pg_write_all_data`, from PUBLIC. */
async function findExcessOnTables(db: Database, account: string, exceptions: TableRights): Promise<string[]> {
  const withheld = Object.entries(exceptions).flatMap(([table, granted]) =>
    ['insert', 'update', 'delete', 'truncate']
      .filter((right) => !granted.some((each) => each === right))
      .map((right) => ({ table, right })),
  );
  const { rows } = await sql<{ right: string }>`
    select "right" || ' on ' || "table" as "right"
    from json_to_recordset(${JSON.stringify(withheld)}::json) as told ("table" text, "right" text)
    where has_table_privilege(${account}::name, format('public.%I', "table"), "right")`.execute(db);
  return rows.map(({ right }) => right);
}

/** Whether the account that is connected may create tables; the running product should not. */
export async function mayChangeSchema(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_schema_privilege('public', 'create') as may`.execute(db);
  return rows[0]!.may;
}
