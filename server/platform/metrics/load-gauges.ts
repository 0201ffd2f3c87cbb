import type { Server } from 'node:http';
import { Gauge } from 'prom-client';
import { waitingTransactions, type PooledDatabase, type Pool } from '../database/database.ts';
import { hashingLoad } from '../password-hashing.ts';
import { metrics } from '../http/metrics.ts';

/** A pool by the work that it is for. */
export type NamedPools = Readonly<Record<string, { pool: Pool; db: PooledDatabase }>>;

/** What one process has to spare: connections of the database and of people, and turns at the password hash. */
export function exposeLoad(pools: NamedPools, server: Server): void {
  gauge('intake_database_connections', 'Connections of a pool, by their state.', ['pool', 'state'], (one) => {
    for (const [pool, { pool: counted }] of Object.entries(pools)) {
      one.set({ pool, state: 'idle' }, counted.idleCount);
      one.set({ pool, state: 'used' }, counted.totalCount - counted.idleCount);
    }
  });
  gauge('intake_database_connections_max', 'Connections that a pool may have.', ['pool'], (one) => {
    for (const [pool, { pool: counted }] of Object.entries(pools)) one.set({ pool }, counted.options.max);
  });
  gauge('intake_database_waiting', 'Statements and transactions that wait for a connection.', ['pool'], (one) => {
    for (const [pool, { pool: counted, db }] of Object.entries(pools))
      one.set({ pool }, counted.waitingCount + waitingTransactions(db));
  });
  gauge('intake_password_hashes', 'Password hashes that are computed, and that wait for it.', ['state'], (one) => {
    const { running, waiting } = hashingLoad();
    one.set({ state: 'running' }, running);
    one.set({ state: 'waiting' }, waiting);
  });
  gauge('intake_http_connections', 'Open connections of clients.', [], async (one) => {
    one.set({}, await countConnections(server));
  });
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

function gauge(name: string, help: string, labelNames: string[], read: (one: Gauge) => void | Promise<void>): void {
  metrics.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    collect() {
      return read(this);
    },
  });
}
