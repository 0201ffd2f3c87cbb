import { figureConsoleCalls } from '../../../contract/console/figures.ts';
import { orderConsoleCalls } from '../../../contract/console/orders.ts';
import { requestConsoleCalls } from '../../../contract/console/requests.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { readList } from '../../platform/lists/read-list.ts';
import type { EnrolmentServices } from '../services.ts';
import { readFigures } from './figures.ts';
import { matterSource } from './matters-source.store.ts';
import { orderSource } from './orders-source.store.ts';
import { requestSource } from './requests-source.store.ts';

/** Calls by which staff see how enrolment goes, and what waits for them. */
export function enrolmentConsoleRoutes(
  app: Http,
  { db, clock, reports }: Pick<EnrolmentServices, 'db' | 'clock' | 'reports'>,
): void {
  const serve = serving(app, { ...figureConsoleCalls, ...orderConsoleCalls, ...requestConsoleCalls });

  serve('GET /console/api/orders', ({ scope, query }) => readList(db, orderSource(scope, query), query));
  serve('GET /console/api/matters', ({ scope, query }) => readList(db, matterSource(scope, clock.now()), query));
  serve('GET /console/api/requests', ({ scope, query }) => readList(db, requestSource(scope, query), query));
  serve('GET /console/api/figures', async ({ scope, query }) => ({
    data: await reports.read('GET /console/api/figures', (reading) =>
      readFigures(reading, scope, query, { now: new Date(), judgedAt: clock.now() }),
    ),
  }));
}
