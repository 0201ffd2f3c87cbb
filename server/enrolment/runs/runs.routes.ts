import { enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { presentOrder } from '../payments/orders/orders.ts';
import type { EnrolmentServices } from '../services.ts';
import { chooseInstead } from './choose-instead.ts';

/** What the student of a cancelled or moved run decides. */
export function runRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, enrolmentCalls);

  serve('POST /enrolment/order/run-choice', async ({ body, signedIn: { memberId } }) => {
    return { data: await presentOrder(services, await chooseInstead(services, { memberId, ...body })) };
  });
}
