import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { classOf, currentSpan, startSpan, withSpan, type Span } from '../tracing/tracing.ts';

type Ask = (...question: unknown[]) => unknown;
type Connected = Parameters<pg.Pool['connect']>[0];

/** Characters of a statement's text in a span. */
const textMax = 2_000;

/** Records a span for each statement of a connection that runs for a request or a job (`tracing.ts`). */
export function traceStatements(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const askTraced: Ask = (...question) => {
    const text = textOf(question[0]);
    const parent = currentSpan();
    const span = parent && text !== undefined ? startSpan(summarize(text), { ...describe(text), parent }) : undefined;
    if (!span) return ask(...question);
    const answer = question.at(-1);
    if (typeof answer === 'function') return ask(...question.slice(0, -1), endBefore(span, answer as Ask));
    return (ask(...question) as Promise<unknown>).then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        span.fail(classOf(error));
        span.end();
        throw error;
      },
    );
  };
  client.query = askTraced as typeof client.query;
}

/** For callers that take the answer by a callback, as `pool.query` does. */
const endBefore =
  (span: Span, answer: Ask): Ask =>
  (error, ...rest) => {
    if (error) span.fail(classOf(error));
    span.end();
    return answer(error, ...rest);
  };

/**
 * Keeps the asynchronous context of a caller that waits for a connection: the pool would call it back in that of the
 * caller who returned one. Records the wait where there is one.
 */
export function traceWaiting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as unknown as (connected?: Connected) => Promise<pg.PoolClient> | void;
  const isFull = () => pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  const connectTraced = (connected?: Connected) => {
    if (connected) return connect(AsyncLocalStorage.bind(connected));
    if (!isFull()) return connect();
    return withSpan('wait for a connection', { attributes: system }, () => connect() as Promise<pg.PoolClient>);
  };
  pool.connect = connectTraced as typeof pool.connect;
}

function textOf(question: unknown): string | undefined {
  if (typeof question === 'string') return question;
  const { text } = (question ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

const system = { 'db.system.name': 'postgresql' };

const describe = (text: string) => ({
  kind: 'client' as const,
  attributes: { ...system, 'db.query.text': withoutLiterals(text).slice(0, textMax) },
});

/** Values are parameters, and not in the text; a literal that a statement needs may still be one, as of a password. */
const withoutLiterals = (text: string) => text.replaceAll(/'(?:[^']|'')*'/g, '?');

/** What a statement does and to which table first: few values, for a name. */
function summarize(text: string): string {
  const [, operation = 'statement'] = /^\s*(?:--.*\n\s*)*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_][\w.]*)/i.exec(text) ?? [];
  return table === undefined ? operation.toLowerCase() : `${operation.toLowerCase()} ${table}`;
}
