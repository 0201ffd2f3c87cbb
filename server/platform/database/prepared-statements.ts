import type pg from 'pg';

type Ask = (...question: unknown[]) => unknown;

/** Statements kept by each connection. Ours are fewer; a text that varies without end must not fill the server. */
const mostNames = 500;
const names = new Map<string, string>();
/** Goes up when names given so far are of no use any more. */
let generation = 1;

/**
 * Lets a connection parse and plan each text once (decision 0009): half the cost of a small query is there. Beside
 * texts with values everything is sent as it was.
 */
export function keepStatements(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const askByName: Ask = (...question) => {
    const [text, values, ...rest] = question;
    const isPlain = typeof text === 'string' && Array.isArray(values) && rest.length === 0;
    if (!isPlain) return ask(...question);
    const name = nameOf(text);
    if (name === undefined) return ask(...question);
    return (ask({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      forgetNames(name);
      // Within a transaction this fails too, and the whole transaction is tried again.
      return (ask({ name: nameOf(text), text, values }) as Promise<unknown>).catch(() => {
        throw error;
      });
    });
  };
  client.query = askByName as typeof client.query;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `intake_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}

/** @param name one that was found outdated; others may have noticed first */
function forgetNames(name: string): void {
  if (!name.startsWith(`intake_${generation}_`)) return;
  generation++;
  names.clear();
}

/** A newer version has changed a table while we run: what was planned before does not fit it any more. */
export const isOutdated = (error: unknown): boolean => (error as { code?: string } | null)?.code === '0A000';
