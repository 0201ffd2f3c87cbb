import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { tables } from './tables.ts';
import type { InnerOf, Kind, Kinds } from '../wire/objects.ts';

/** A stored wire object with its internal data. */
export interface StoredObject<K extends Kind> {
  data: Kinds[K];
  inner: InnerOf<K>;
}

/** Inserts an object. */
export async function insertObject<K extends Kind>(db: Database, kind: K, data: Kinds[K], inner?: InnerOf<K>) {
  await tables(db)
    .insertInto('card_sandbox_object')
    .values({ id: data.id, kind, data: JSON.stringify(data), inner_data: JSON.stringify(inner ?? {}) })
    .execute();
}

/** Inserts an object, or saves it where it is there already. */
export async function putObject<K extends Kind>(db: Database, kind: K, data: Kinds[K], inner: InnerOf<K>) {
  const row = { data: JSON.stringify(data), inner_data: JSON.stringify(inner) };
  await tables(db)
    .insertInto('card_sandbox_object')
    .values({ id: data.id, kind, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

type Asked<K extends Kind> =
  | [db: Database, kind: K, id: string, lock?: undefined]
  /** Keeps the object from changing until the transaction ends. */
  | [tx: Transaction, kind: K, id: string, lock: { lock: true }];

/** An object by kind and id, locked on request. */
export async function findObject<K extends Kind>(
  ...[db, kind, id, lock]: Asked<K>
): Promise<StoredObject<K> | undefined> {
  const row = await tables(db)
    .selectFrom('card_sandbox_object')
    .select(['data', 'inner_data'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { data: row.data as Kinds[K], inner: row.inner_data as InnerOf<K> };
}

/** @throws Error when an object another one refers to is not there, which cannot happen */
export async function getObject<K extends Kind>(...asked: Asked<K>): Promise<StoredObject<K>> {
  const found = await findObject(...asked);
  if (!found) throw new Error(`the card sandbox lost ${asked[1]} ${asked[2]}`);
  return found;
}

/** Updates an object's wire data and, if given, its internal data. */
export async function saveObject<K extends Kind>(db: Database, kind: K, data: Kinds[K], inner?: InnerOf<K>) {
  await tables(db)
    .updateTable('card_sandbox_object')
    .set({ data: JSON.stringify(data), ...(inner ? { inner_data: JSON.stringify(inner) } : {}) })
    .where('kind', '=', kind)
    .where('id', '=', data.id)
    .execute();
}

/** A condition on a value inside the object. */
export type ObjectFilter = {
  /** Path inside the object, `['customer_details', 'email']`. */
  path: string[];
} & ({ operator: '=' | '!=' | '>' | '>=' | '<' | '<='; value: string | number } | { operator: 'in'; value: string[] });

/** A page of a list. */
export interface ObjectQuery {
  limit: number;
  filters?: ObjectFilter[];
  /** Only older ones than this id's object … */
  startingAfter?: string;
  /** … or only newer ones. */
  endingBefore?: string;
}

/** Newest first, as the provider lists everything. */
export async function listObjects<K extends Kind>(
  db: Database,
  kind: K,
  { limit, filters = [], startingAfter, endingBefore }: ObjectQuery,
): Promise<Kinds[K][]> {
  let query = tables(db).selectFrom('card_sandbox_object').select('data').where('kind', '=', kind).limit(limit);
  for (const { path, operator, value } of filters) {
    const field = fieldAt(path);
    if (operator === 'in') query = query.where(sql<boolean>`${field} = any(${value}::text[])`);
    else query = query.where(typeof value === 'number' ? sql`(${field})::bigint` : field, operator, value);
  }
  if (startingAfter !== undefined) query = query.where('seq', '<', placeOf(startingAfter));
  if (endingBefore !== undefined) query = query.where('seq', '>', placeOf(endingBefore));
  const rows = await query.orderBy('seq', endingBefore === undefined ? 'desc' : 'asc').execute();
  const found = rows.map((row) => row.data as Kinds[K]);
  return endingBefore === undefined ? found : found.toReversed();
}

/** A value of the object's own is named as its index names it, so that an object is found without reading all others. */
const fieldAt = ([name, ...inner]: ObjectFilter['path']) =>
  inner.length === 0 ? sql`data ->> ${sql.lit(name)}` : sql`data #>> ${[name, ...inner]}::text[]`;

const placeOf = (id: string) => sql<string>`(select seq from card_sandbox_object where id = ${id})`;
