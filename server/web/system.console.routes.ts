import { systemConsoleCalls } from '../../contract/console/system.ts';
import { actorOf } from '../platform/audit/actor-of.ts';
import { recordEntry } from '../platform/audit/audit.ts';
import { transaction } from '../platform/database/database.ts';
import { serving } from '../platform/http/serve.ts';
import type { Http } from '../platform/http/typed.ts';
import { jobSource, retryJob } from '../platform/job-list.ts';
import { readList } from '../platform/lists/read-list.ts';
import type { Platform } from '../platform/platform.ts';
import { findVersion } from '../platform/product-version.ts';
import { readCounted, readDatabaseState, readUsedUpLimits, readWorkerState } from '../platform/system-state.ts';

/** Calls by which owners look at the machinery behind the sites. */
export function systemConsoleRoutes(app: Http, { db, production }: Pick<Platform, 'db' | 'production'>): void {
  const serve = serving(app, systemConsoleCalls);
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

  serve('GET /console/api/system', async () => ({
    data: {
      version: await findVersion(),
      node: process.version,
      isProduction: production,
      startedAt,
      database: await readDatabaseState(db),
      workers: await readWorkerState(db),
      limits: await readUsedUpLimits(db),
      ...(await readCounted()),
    },
  }));
  serve('GET /console/api/jobs', ({ query }) => readList(db, jobSource, query));
  serve('POST /console/api/jobs/:jobId/retry', async ({ staff, params, body }) => {
    await transaction(db, async (tx) => {
      const kind = await retryJob(tx, params.jobId);
      const by = { actor: actorOf(staff), staffId: staff.id, reason: body.reason };
      await recordEntry(tx, { ...by, siteId: null, action: 'job.retried', subject: params.jobId, note: kind });
    });
    return { data: { id: params.jobId } };
  });
}
