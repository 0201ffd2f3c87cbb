import type { Generated, JSONColumnType } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** The sandbox's tables, as Kysely sees them. */
export type SandboxTables = {
  card_sandbox_object: {
    id: string;
    seq: Generated<string>;
    kind: string;
    data: JSONColumnType<object>;
    inner_data: JSONColumnType<object>;
  };
  card_sandbox_task: {
    id: Generated<string>;
    kind: string;
    object_id: string;
    attempts: Generated<number>;
    due_at: Date;
  };
  card_sandbox_idempotency: {
    key: string;
    fingerprint: string;
    request_id: string;
    answer: JSONColumnType<object>;
    created_at: Generated<Date>;
  };
  card_sandbox_fault: {
    id: Generated<number>;
    faults: JSONColumnType<object>;
    api_times_left: number | null;
  };
};

/** The sandbox's own tables on a connection or transaction. */
export const tables = (db: Database) => db.withTables<SandboxTables>();
