import { sql, type RawBuilder } from 'kysely';
import { Gauge } from 'prom-client';
import { isUnavailable, type Database } from '../database/database.ts';
import { metrics } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import { createOutage } from '../outage.ts';

/** A gauge that is read from the database, so that it is the same at every process. */
export interface StoredGauge {
  name: string;
  help: string;
  /** Its labels, with every value that each may have: these are shown as 0 when nothing is found. */
  labels: Readonly<Record<string, readonly string[]>>;
  /**
   * Rows of `labels`, the values as a JSON array in the order of `labels`, and `count`. Bounded by `mostCounted`, along
   * an index.
   */
  rows: RawBuilder<unknown>;
}

/** A count ends there: what is more is told by the alarm just as well, and costs every scrape. */
export const mostCounted = 10_000;

/** Milliseconds for which one answer of the database serves all scrapers. */
const freshMs = 2_000;

interface Row {
  labels: string[];
  count: number;
}

/** Exposes gauges that are counted at each scrape. One that cannot be read is left out, and no other with it. */
export function exposeStored(db: Database, log: Log, gauges: readonly StoredGauge[]): void {
  for (const { name, help, labels, rows } of gauges) {
    const labelNames = Object.keys(labels);
    const read = createFreshRead(db, log, { name, rows });
    metrics.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        const counted = await read();
        this.reset();
        if (!counted) return;
        for (const values of combinations(Object.values(labels))) this.set(asLabels(labelNames, values), 0);
        for (const row of counted) this.inc(asLabels(labelNames, row.labels), row.count);
      },
    });
  }
}

/** @returns reads a gauge's rows, of `freshMs` ago at most; undefined when the database gives none */
function createFreshRead(
  db: Database,
  log: Log,
  { name, rows }: Pick<StoredGauge, 'name' | 'rows'>,
): () => Promise<Row[] | undefined> {
  const outage = createOutage(log, {
    begun: `${name} cannot be read and is left out of /metrics`,
    ended: `${name} can be read again`,
  });
  const ask = async () => {
    try {
      const { rows: counted } = await sql<Row>`select labels, count::int from (${rows}) as part`.execute(db);
      outage.end();
      return counted;
    } catch (error) {
      // A database that is away is logged already; a statement that took too long is about this gauge.
      if (!isUnavailable(error) || (error as { code?: unknown }).code === statementTimeout) outage.begin(error);
      return undefined;
    }
  };
  let last: { atMs: number; rows: Promise<Row[] | undefined> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (!last || nowMs - last.atMs > freshMs) last = { atMs: nowMs, rows: ask() };
    return last.rows;
  };
}

/** PostgreSQL's code for it. */
const statementTimeout = '57014';

const asLabels = (names: readonly string[], values: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? 'other']));

const combinations = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((found, list) => found.flatMap((each) => list.map((value) => [...each, value])), [[]]);
