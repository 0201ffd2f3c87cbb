import { reportConsoleCalls } from '../../../../contract/console/reports.ts';
import type { ReportName } from '../../../../contract/console/report-words.ts';
import type { ReportWish } from '../../../../contract/console/reports.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { authorOf } from '../../../platform/notes/notes.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import { writeReport } from './report-file.ts';
import { readReport } from './reports.ts';

/** Calls by which staff read reports, and export them. */
export function reportConsoleRoutes(
  app: Http,
  { db, clock, reports, membership }: Pick<EnrolmentServices, 'db' | 'clock' | 'reports' | 'membership'>,
): void {
  const serve = serving(app, reportConsoleCalls);
  const read = (scope: StaffScope, report: ReportName, wish: ReportWish) =>
    reports.read('GET /console/api/reports/:report', (ofReports) =>
      readReport({ db: ofReports, membership }, scope, { report, wish, now: new Date(), judgedAt: clock.now() }),
    );

  serve('GET /console/api/reports/:report', async ({ scope, params, query }) => ({
    data: await read(scope, params.report, query),
  }));
  serve(
    'GET /console/api/reports/:report/tables/:table',
    async ({ staff, scope, params: { report, table }, query }, reply) => {
      const csv = writeReport(await read(scope, report, query), table);
      const filters = query.partner ? [{ column: 'partner', operator: 'is', values: [query.partner] } as const] : [];
      const exported = { action: 'report.exported', subject: `${report}/${table}`, query: { search: '', filters } };
      const place = { scope, siteId: enrolmentSite };
      await transaction(db, (tx) => recordExport(tx, { ...authorOf(staff), ...place, ...exported }));
      return sendCsv(reply, `${report}-${table}.csv`, oncePiece(csv));
    },
  );
}

async function* oncePiece(text: string): AsyncGenerator<string> {
  yield text;
}
