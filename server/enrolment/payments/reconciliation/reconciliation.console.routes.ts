import { reconciliationConsoleCalls } from '../../../../contract/console/reconciliation.ts';
import { recordEntry } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/database.ts';
import { sendCsv } from '../../../platform/http/send-csv.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { authorOf } from '../../../platform/notes/notes.ts';
import type { EnrolmentServices } from '../../services.ts';
import { reconcileDays, type DaysAsked } from './reconcile-days.ts';
import { writeReconciled } from './reconciliation-file.ts';

/** Calls by which staff compare days with the card provider. */
export function reconciliationConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, reconciliationConsoleCalls);

  serve('GET /console/api/reconciliation', async ({ scope, query }) => ({
    data: await reconcileDays(services, scope, daysOf(query)),
  }));
  serve('GET /console/api/reconciliation.csv', async ({ staff, scope, query }, reply) => {
    const asked = daysOf(query);
    const compared = await reconcileDays(services, scope, asked);
    const { day, until, what } = compared;
    const act = { action: 'reconciliation.exported', subject: staff.id, note: `${what}, ${day} to ${until}` };
    await transaction(services.db, (tx) => recordEntry(tx, { ...authorOf(staff), siteId: null, ...act }));
    return sendCsv(reply, `reconciliation-${what}-${day}.csv`, lines(compared));
  });
}

/** Today's payments, unless asked for others. */
function daysOf({ what = 'payments', day = today(), until = day, partner }: Partial<DaysAsked>): DaysAsked {
  return { what, day, until, partner };
}

const today = () => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);

async function* lines(compared: Parameters<typeof writeReconciled>[0]): AsyncGenerator<string> {
  yield* writeReconciled(compared);
}
