import type pg from 'pg';

type Ask = (...question: unknown[]) => unknown;

/** Prepared statements per connection. Ours are fewer; the bound protects the server from unbounded query texts. */
const mostNames = 500;

/** The names of the statements of a pool, by their texts. */
export interface StatementNames {
  /** undefined for a text beyond the bound, which is not prepared. */
  of(text: string): string | undefined;
  /** Gives all texts new names. @param outdated a name; ignored if a concurrent query has done so for it already */
  renew(outdated: string): void;
}

/** Of a pool and not of the process: statements of one database say nothing about those of another. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let generation = 1;
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= mostNames) return known;
      const name = `intake_${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew(outdated) {
      if (!outdated.startsWith(`intake_${generation}_`)) return;
      generation++;
      names.clear();
    },
  };
}

type Callback = (fault: unknown, result?: unknown) => void;

/**
 * Uses prepared statements on a connection (decision 0009): parsing and planning are half the cost of a small query.
 * Applies to texts with values only, with a callback too, as `pool.query` asks.
 */
export function keepStatements(client: pg.PoolClient, names: StatementNames): void {
  const ask = client.query.bind(client) as Ask;
  const askByName = (name: string, text: string, values: unknown[]) =>
    (ask({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      names.renew(name);
      // Within a transaction this fails too, and the whole transaction is retried.
      return (ask({ name: names.of(text), text, values }) as Promise<unknown>).catch(() => {
        throw error;
      });
    });
  const askPrepared: Ask = (...question) => {
    const [text, values, callback, ...rest] = question;
    const isPlain = typeof text === 'string' && Array.isArray(values) && rest.length === 0;
    const name = isPlain ? names.of(text) : undefined;
    if (!isPlain || name === undefined) return ask(...question);
    const answer = askByName(name, text, values);
    if (typeof callback !== 'function') return answer;
    const tell = callback as Callback;
    answer.then((result) => tell(null, result), tell);
    return undefined;
  };
  client.query = askPrepared as typeof client.query;
}

/** "Cached plan must not change result type": a migration has changed a table while we run. */
export const isOutdated = (error: unknown): boolean => (error as { code?: string } | null)?.code === '0A000';
