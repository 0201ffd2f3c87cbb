import { Counter } from 'prom-client';
import { metrics } from '../http/metrics.ts';
import type { Database, PooledDatabase } from './database.ts';
import type { Freshness, Standby } from './standby.ts';

/**
 * Every read that may be answered by a standby, by the name of its call or command, and what its answer has to contain.
 * Here and nowhere else: nothing that decides about rights, money, seats or sessions may be among them.
 */
export const reports = {
  'GET /admin/members': 'committed',
  'GET /admin/webhooks/deliveries': 'committed',
  // Counts wait in memory for ten seconds before they are written at all.
  'GET /admin/page-counts': 'recent',
  // Days and weeks in numbers: nothing is decided by the last seconds.
  'GET /console/api/figures': 'recent',
  'GET /console/api/reports/:report': 'recent',
  'app audit': 'committed',
  'app webhooks --deliveries': 'committed',
  'members export-all': 'committed',
  'members list': 'committed',
  requests: 'committed',
} as const satisfies Record<string, Freshness>;
/** The name of a report. */
export type ReportName = keyof typeof reports;

/** Reads of {@link reports}. */
export interface Reports {
  /**
   * Reads a report from the standby, in one read-only snapshot, or from the primary where that cannot be.
   *
   * @param work only reads. It may run twice: what a standby could not end is read from the primary
   * @throws whatever `work` throws
   */
  read<T>(name: ReportName, work: (db: Database) => Promise<T>): Promise<T>;
}

const answered = new Counter({
  name: 'intake_reports_total',
  help: 'Reports by the server that answered them.',
  labelNames: ['report', 'server'],
  registers: [metrics],
});

/**
 * @param db the primary
 * @param standby undefined where there is none: all reports are read from the primary
 */
export const createReports = (db: PooledDatabase, standby: Standby | undefined): Reports => ({
  async read(report, work) {
    const found = await standby?.read({ freshness: reports[report], primary: db }, work);
    answered.inc({ report, server: found ? 'standby' : 'primary' });
    return found ? found.answer : work(db);
  },
});
