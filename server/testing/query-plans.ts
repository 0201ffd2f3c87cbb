import type { Pool } from '../platform/database/database.ts';
import type { Sent } from './recorded-statements.ts';

/** A node of a plan, as `explain (format json)` prints it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
}

/** Of a million: a partial index has few rows, and may be read whole. */
const fewRows = 50_000;

async function planOf(pool: Pick<Pool, 'query'>, { text, values }: Sent): Promise<PlanNode> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json) ${text}`,
    values: [...values],
  });
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/** The indexes that a statement would use. */
export async function findIndexes(pool: Pick<Pool, 'query'>, statement: Sent): Promise<string[]> {
  const all = (node: PlanNode): string[] => [
    ...(node['Index Name'] === undefined ? [] : [node['Index Name']]),
    ...(node.Plans ?? []).flatMap(all),
  ];
  return all(await planOf(pool, statement));
}

/** The tables of which a statement would read more than a few rows along an index, by the planner's word. */
export async function findManyRows(pool: Pick<Pool, 'query'>, statement: Sent): Promise<string[]> {
  const all = (node: PlanNode, isLimited: boolean): string[] => [
    ...(/Index (Only )?Scan|Bitmap Heap Scan/.test(node['Node Type']) && !isLimited && node['Plan Rows'] > fewRows
      ? [node['Relation Name'] ?? '']
      : []),
    ...(node.Plans ?? []).flatMap((below) =>
      all(below, node['Node Type'] === 'Limit' || (isLimited && !endsLimit(node['Node Type']))),
    ),
  ];
  return all(await planOf(pool, statement), false);
}

/**
 * The large tables that a statement would read from end to end, by the planner's word: in a sequential scan, or along a
 * whole index without a limit.
 */
export async function findFullReads(
  pool: Pick<Pool, 'query'>,
  statement: Sent,
  isLarge: (table: string) => boolean,
): Promise<string[]> {
  return [...fullReads(await planOf(pool, statement), isLarge, false)];
}

function* fullReads(node: PlanNode, isLarge: (table: string) => boolean, isLimited: boolean): Generator<string> {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: below = [] } = node;
  const isUnbounded = /^Index (Only )?Scan/.test(type) && node['Index Cond'] === undefined;
  // Along an index with a limit, a filter that few rows pass reads the rest too.
  const isWholeIndex = isUnbounded && (isLimited ? node.Filter !== undefined : node['Plan Rows'] > fewRows);
  if ((type.endsWith('Seq Scan') || isWholeIndex) && isLarge(table)) yield table;
  for (const each of below) yield* fullReads(each, isLarge, type === 'Limit' || (isLimited && !endsLimit(type)));
}

/** Nodes that ask for all rows below them, whatever is asked of themselves. */
const endsLimit = (type: string) => /^(Sort|Aggregate|Hash|ModifyTable|Materialize|WindowAgg|SetOp)$/.test(type);
