import { auditConsoleCalls } from '../../../contract/console/audit.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { recordExport } from '../../platform/audit/record-export.ts';
import { transaction } from '../../platform/database/database.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { exportList } from '../../platform/lists/export-list.ts';
import { readList } from '../../platform/lists/read-list.ts';
import type { Services } from '../services.ts';
import { auditSource } from './audit-source.store.ts';

/** Calls by which staff read the audit trail. */
export function auditConsoleRoutes(app: Http, { db }: Services): void {
  const serve = serving(app, auditConsoleCalls);

  serve('GET /console/api/audit', ({ scope, query }) => readList(db, auditSource(scope), query));
  serve('GET /console/api/audit.csv', async ({ staff, scope, query }, reply) => {
    const by = { actor: actorOf(staff), staffId: staff.id };
    await transaction(db, (tx) => recordExport(tx, { ...by, action: 'audit.exported', scope, query }));
    return sendCsv(reply, 'audit.csv', exportList(db, auditSource(scope), query));
  });
}
