import { enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Platform } from '../../platform/platform.ts';
import { showCohorts } from './cohorts.ts';
import { priceBook } from './price-book.ts';

/** Lists the cohorts. Public with the site's key, because a visitor sees the next intake before signing in. */
export function catalogueRoutes(app: Http, { db, clock }: Platform): void {
  const serve = serving(app, enrolmentCalls);

  serve('GET /enrolment/catalogue', async ({ query: { partner } }) => ({
    data: { prices: priceBook, cohorts: await showCohorts(db, clock.now(), partner) },
  }));
}
