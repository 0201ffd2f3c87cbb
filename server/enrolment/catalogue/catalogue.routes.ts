import { CatalogueAnswer } from '../../../contract/cohorts.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Platform } from '../../platform/platform.ts';
import { showCohorts } from './cohorts.ts';
import { priceBook } from './price-book.ts';

/** What a student may choose from. Anybody with the site's key may ask; a visitor sees the next intake before signing in. */
export function catalogueRoutes(app: Http, { db, clock }: Platform): void {
  app.get('/enrolment/catalogue', { schema: { response: { 200: CatalogueAnswer } } }, async () => ({
    data: { prices: priceBook, cohorts: await showCohorts(db, clock.now()) },
  }));
}
