import type { Pool } from '../platform/database/database.ts';

/** What code relies on in a schema: a line each, by what it is about. */
export interface SchemaShape {
  tables: ReadonlySet<string>;
  columns: ReadonlyMap<string, Column>;
  /** Checks, foreign keys and unique indexes by name, with their definition. */
  demands: ReadonlyMap<string, Demand>;
  functions: ReadonlySet<string>;
}
interface Column {
  table: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
}
interface Demand {
  table: string;
  /** The columns it is about. */
  columns: string[];
  /** Whether it is a foreign key: a row with null in one of its columns is not checked (MATCH SIMPLE). */
  isReference: boolean;
  definition: string;
}

/** Reads the shape of a database's schema. */
export async function readShape(pool: Pool): Promise<SchemaShape> {
  const columns = await pool.query<Column & { name: string }>(`
    select c.relname as table, c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%'`);
  const demands = await pool.query<Demand & { name: string }>(`
    select con.conname as name, con.conrelid::regclass::text as table, pg_get_constraintdef(con.oid) as definition, con.contype = 'f' and con.confmatchtype = 's' as "isReference",
      array(select attname::text from pg_attribute where attrelid = con.conrelid and attnum = any(con.conkey)) as columns
    from pg_constraint con
    where con.connamespace = 'public'::regnamespace and con.contype in ('c', 'f', 'x') and con.conrelid <> 0
    union all
    select i.indexrelid::regclass::text, i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid), false,
      array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey::int2[]))
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace`);
  const functions = await pool.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return {
    tables: new Set(columns.rows.map(({ table }) => table)),
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    demands: new Map(demands.rows.map(({ name, ...demand }) => [name, demand])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  };
}

/** What code that fits the schema before cannot rely on after: the release before still runs while a migration does. */
export function findContractions(before: SchemaShape, after: SchemaShape): string[] {
  return [...lostParts(before, after), ...changedColumns(before, after), ...newDemands(before, after)].toSorted();
}

function* lostParts(before: SchemaShape, after: SchemaShape): Generator<string> {
  for (const table of before.tables) if (!after.tables.has(table)) yield `${table} is gone`;
  for (const name of before.functions) if (!after.functions.has(name)) yield `${name} is gone`;
  for (const [name, { table }] of before.columns)
    if (after.tables.has(table) && !after.columns.has(name)) yield `${name} is gone`;
}

function* changedColumns(before: SchemaShape, after: SchemaShape): Generator<string> {
  for (const [name, { table, type, isRequired, hasDefault }] of after.columns) {
    const was = before.columns.get(name);
    const isNeeded = isRequired && !hasDefault;
    if (was && was.type !== type) yield `${name} was ${was.type} and is ${type}`;
    if (was && isRequired && !was.isRequired) yield `${name} cannot be null any more`;
    else if (was ? isNeeded && was.hasDefault : isNeeded && before.tables.has(table))
      yield `${name} cannot be left out of an insert`;
  }
}

/** Of a table that was there. What is about new columns leaves older code alone: it leaves those to their default. */
function* newDemands(before: SchemaShape, after: SchemaShape): Generator<string> {
  for (const [name, demand] of after.demands) {
    const { table, columns, definition } = demand;
    if (!before.tables.has(table) || (!isOfOlderRows(demand, before, after) && columns.length > 0)) continue;
    const was = before.demands.get(name)?.definition;
    if (was !== definition && !(was && isWidened(was, definition))) yield `${name} demands ${definition}`;
  }
}

/** Whether a demand can refuse a row of older code, which leaves new columns to their default. */
function isOfOlderRows(demand: Demand, before: SchemaShape, after: SchemaShape): boolean {
  const { table, columns, definition, isReference } = demand;
  const isKnown = (column: string) => before.columns.has(`${table}.${column}`);
  // A unique index with a new column in it is met by what that column is filled with.
  if (definition.startsWith('CREATE UNIQUE')) return columns.every(isKnown) && !isImplied(demand, before);
  const isNull = (column: string) => !isKnown(column) && !after.columns.get(`${table}.${column}`)!.hasDefault;
  return columns.some(isKnown) && !(isReference && columns.some(isNull));
}

/** Whether other columns beside some that are unique already make up a unique index: then it refuses nothing. */
const isImplied = ({ table, columns, definition }: Demand, before: SchemaShape): boolean =>
  [...before.demands.values()].some(
    (known) =>
      known.table === table &&
      isPlainUnique.test(known.definition) &&
      isPlainUnique.test(definition) &&
      known.columns.every((column) => columns.includes(column)),
  );

/** A unique index of columns alone: neither partial nor of expressions. */
const isPlainUnique = /^CREATE UNIQUE INDEX \S+ ON \S+ USING btree \([\w", ]+\)$/;

const literals = /'[^']*'(::\w+)?(, )?/g;

/** Whether a check takes more values than it did, and is the same in all else; older rows need not be read for that. */
function isWidened(before: string, after: string): boolean {
  const widened = after.replace(/ NOT VALID$/, '');
  const [had, has] = [before, widened].map((text) => text.match(literals)?.map((each) => each.replace(', ', '')) ?? []);
  return (
    before.replaceAll(literals, '') === widened.replaceAll(literals, '') && had!.every((each) => has!.includes(each))
  );
}
