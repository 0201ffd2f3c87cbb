import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { tables } from './tables.ts';

/**
 * deliver: send an event. expire: a session's time is up. settle: a slow payment ends. refund: a slow refund ends.
 * renew: a subscription's period ends. trial-ending: a trial ends in three days. collect: an invoice is tried again.
 */
export type TaskKind = 'deliver' | 'expire' | 'settle' | 'refund' | 'renew' | 'trial-ending' | 'collect';

/** A claimed task. */
export interface Task {
  id: string;
  kind: TaskKind;
  objectId: string;
  /** This one included. */
  attempts: number;
}

/** Queues a task. @param afterSeconds delay by the database's clock */
export async function addTask(db: Database, kind: TaskKind, objectId: string, afterSeconds: number): Promise<void> {
  await tables(db)
    .insertInto('card_sandbox_task')
    .values({ kind, object_id: objectId, due_at: inSeconds(afterSeconds) })
    .execute();
}

/** Replaces an object's alarm. */
export async function resetTask(
  tx: Transaction,
  kind: TaskKind,
  objectId: string,
  afterSeconds: number,
): Promise<void> {
  await tables(tx).deleteFrom('card_sandbox_task').where('kind', '=', kind).where('object_id', '=', objectId).execute();
  await addTask(tx, kind, objectId, afterSeconds);
}

/**
 * Claims due tasks with a lease: other processes skip them (at least once), and a crashed process's tasks become
 * visible again after it.
 */
export async function claimTasks(db: Database, limit: number, leaseSeconds: number): Promise<Task[]> {
  const due = tables(db)
    .selectFrom('card_sandbox_task')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables(db)
    .updateTable('card_sandbox_task')
    .set((set) => ({ attempts: set('attempts', '+', 1), due_at: inSeconds(leaseSeconds) }))
    .where('id', 'in', due)
    .returning(['id', 'kind', 'object_id', 'attempts'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as TaskKind,
    objectId: row.object_id,
    attempts: row.attempts,
  }));
}

/** Deletes a finished task. */
export async function finishTask(db: Database, id: string): Promise<void> {
  await tables(db).deleteFrom('card_sandbox_task').where('id', '=', id).execute();
}

/** Reschedules a task. */
export async function postponeTask(db: Database, id: string, seconds: number): Promise<void> {
  await tables(db)
    .updateTable('card_sandbox_task')
    .set({ due_at: inSeconds(seconds) })
    .where('id', '=', id)
    .execute();
}

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
