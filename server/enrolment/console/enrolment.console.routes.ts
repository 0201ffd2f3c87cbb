import { figureConsoleCalls } from '../../../contract/console/figures.ts';
import { matterConsoleCalls } from '../../../contract/console/matters.ts';
import { orderConsoleCalls } from '../../../contract/console/orders.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { readList } from '../../platform/lists/read-list.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import { readFigures } from './figures.ts';
import { matterSource } from './matters-source.store.ts';
import { orderSource } from './orders-source.store.ts';

/** Calls by which staff see how enrolment goes, and what waits for them. */
export function enrolmentConsoleRoutes(
  app: Http,
  { db, clock, reports, membership }: Pick<EnrolmentServices, 'db' | 'clock' | 'reports' | 'membership'>,
): void {
  const serve = serving(app, { ...figureConsoleCalls, ...matterConsoleCalls, ...orderConsoleCalls });

  const findMembers = (text: string) => membership.findByWords(enrolmentSite, text);

  serve('GET /console/api/orders', ({ scope, query }) =>
    readList(db, orderSource(scope, { query, findMembers }), query),
  );
  serve('GET /console/api/matters', ({ scope, query }) => readList(db, matterSource(scope, clock.now()), query));
  serve('GET /console/api/figures', async ({ scope, query }) => ({
    data: await reports.read('GET /console/api/figures', (reading) =>
      readFigures(reading, scope, query, { now: new Date(), judgedAt: clock.now() }),
    ),
  }));
}
