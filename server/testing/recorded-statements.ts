import pg from 'pg';
import { currentRequest } from '../platform/security-events/request-context.ts';

/** A statement as it was sent, with the values of the first time. */
export interface Sent {
  text: string;
  values: readonly unknown[];
}

/** Statements that the planner plans; others begin transactions, listen, or change nothing that is stored. */
const isPlanned = /^\s*\(?(select|insert|update|delete|with)\b/i;

/** Calls a function with each statement that is sent. @returns how to end that */
function watchStatements(see: (client: pg.Client, text: unknown, values: unknown) => void): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watch(this: pg.Client, ...sent: unknown[]) {
    const [question, values] = sent as [string | { text: string; values?: unknown[] }, unknown];
    if (typeof question === 'string') see(this, question, values);
    else see(this, question.text, question.values ?? values);
    return (query as (...all: unknown[]) => unknown).apply(this, sent);
  } as typeof query;
  return () => void (pg.Client.prototype.query = query);
}

/**
 * Records what the accounts of products send while it is on, each text once.
 *
 * @param owner the account of the test itself, whose statements are left out
 */
export function recordStatements(owner: string): { statements: Sent[]; stop(): void } {
  const known = new Map<string, Sent>();
  const stop = watchStatements(({ user }, text, values) => {
    if (user !== owner && typeof text === 'string' && isPlanned.test(text) && !known.has(text))
      known.set(text, { text, values: Array.isArray(values) ? [...values] : [] });
  });
  return {
    get statements() {
      return [...known.values()];
    },
    stop,
  };
}

/**
 * Records every statement that requests send, with those that begin and end transactions, and none of jobs. Begin
 * before the product connects: a connection keeps the function it sends by.
 */
export function recordRequests(): { during(work: () => Promise<unknown>): Promise<string[]>; stop(): void } {
  let sent: string[] = [];
  const stop = watchStatements((_client, text) => {
    if (currentRequest() && typeof text === 'string') sent.push(text);
  });
  return {
    async during(work) {
      sent = [];
      await work();
      return sent;
    },
    stop,
  };
}
