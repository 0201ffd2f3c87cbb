import { enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Platform } from '../../platform/platform.ts';
import { showCohorts } from './cohorts.ts';
import { priceBook } from './price-book.ts';

/** What a student may choose from. Anybody with the site's key may ask; a visitor sees the next intake before signing in. */
export function catalogueRoutes(app: Http, { db, clock }: Platform): void {
  const serve = serving(app, enrolmentCalls);

  serve('GET /enrolment/catalogue', async () => ({
    data: { prices: priceBook, cohorts: await showCohorts(db, clock.now()) },
  }));
}
