import { Counter } from 'prom-client';
import { onCommit, type Transaction } from '../database/database.ts';
import { metrics } from '../http/metrics.ts';

/**
 * Counts what a transaction did, once it has been committed: one that is retried counts once, and one that is rolled
 * back not at all. Each process counts what it did itself, so that the sum over all is right.
 *
 * @param label the name of the only label
 * @param values every value of it, so that a rate begins at 0
 */
export function createCommitCounter<Value extends string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[],
): (tx: Transaction, value: Value) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [metrics] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (tx, value) => onCommit(tx, () => counter.inc({ [label]: value }));
}
