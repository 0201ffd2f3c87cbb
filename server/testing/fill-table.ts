import type { Pool } from '../platform/database/database.ts';

/** SQL by column, where what its type suggests would not do; `n` is the row's number, from 1. */
export type Columns = Readonly<Record<string, string>>;

/** What stands in a column by its type: nothing twice, so that it fits unique columns too. */
const byType: Record<string, string> = {
  text: `'x' || n`,
  'character varying': `'x' || n`,
  bytea: `decode(md5(n::text), 'hex')`,
  uuid: 'md5(n::text)::uuid',
  jsonb: `'{}'`,
  json: `'{}'`,
  boolean: 'true',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  ARRAY: `'{}'`,
};

/**
 * Fills a table with rows that nothing refers to and that refer to nothing: every column without a default gets a value
 * of its type. As the owner, with foreign keys switched off.
 *
 * @param columns by name, as SQL of `n`
 * @param first the number of the first row
 */
export async function fillTable(
  pool: Pool,
  name: string,
  { rows, columns = {}, first = 1 }: { rows: number; columns?: Columns; first?: number },
): Promise<void> {
  const [schema, table] = name.includes('.') ? name.split('.') : ['public', name];
  const { rows: needed } = await pool.query<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER'`,
    [schema, table],
  );
  const values = {
    ...Object.fromEntries(needed.map(({ column, type }) => [column, byType[type] ?? 'n'])),
    ...columns,
  };
  const names = Object.keys(values).map((column) => `"${column}"`);
  const client = await pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into ${schema}.${table} (${names.join(', ')})
       select ${Object.values(values).join(', ')} from generate_series(${first}, ${first + rows - 1}) as numbers (n)`,
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** Columns whose values a table checks. */
export const checkedColumns: Readonly<Record<string, Columns>> = {
  mailed_code: { purpose: `'login'` },
  mailbox_mail: { cause: `'asked'` },
  page_count: { kind: `'path'` },
  plan_checkout: { mode: `'payment'`, state: `'expired'` },
  plan_connection: { type: `'FREE'`, status: `'ACTIVE'` },
  enrolment_order: { payment_type: `'full'`, state: `'expired'` },
  seat_claim: { state: `'released'` },
  refund: { state: `'succeeded'`, source: `'member'` },
  run_choice: { outcome: 'null', new_cohort_id: 'null', decided_at: 'null' },
  move_choice: { outcome: 'null', new_cohort_id: 'null', decided_at: 'null' },
  enquiry: { kind: `'support'` },
  comment_vote: { vote: `'UP'` },
  authenticator_app: { member_id: `'x' || n` },
  passkey: { member_id: `'x' || n` },
  recovery_code: { member_id: `'x' || n` },
  cohort: { mode: `'full-time'`, start_date: 'current_date' },
};
