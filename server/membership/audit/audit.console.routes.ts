import { auditConsoleCalls } from '../../../contract/console/audit.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
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
    const note = [...new Set(query.filters.map(({ column }) => column))].join(', ');
    const by = { actor: actorOf(staff), staffId: staff.id };
    await transaction(db, (tx) =>
      recordEntry(tx, { ...by, siteId: null, action: 'audit.exported', subject: staff.id, note }),
    );
    return sendCsv(reply, 'audit.csv', exportList(db, auditSource(scope), query));
  });
}
