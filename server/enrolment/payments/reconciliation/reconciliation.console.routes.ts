import { reconciliationConsoleCalls } from '../../../../contract/console/reconciliation.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { EnrolmentServices } from '../../services.ts';
import { reconcileDay } from './reconcile-day.ts';

/** The call by which staff compare a day with the card provider. */
export function reconciliationConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, reconciliationConsoleCalls);

  serve('GET /console/api/reconciliation', async ({ scope, query }) => {
    const { what = 'payments', partner, day = new Date().toISOString().slice(0, 10) } = query;
    return { data: await reconcileDay(services, scope, { day, what, partner }) };
  });
}
