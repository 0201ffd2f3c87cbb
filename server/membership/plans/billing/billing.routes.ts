import type { FastifyRequest } from 'fastify';
import { planCalls } from '../../../../contract/calls/plans.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { openBillingPortal } from './billing-customer.ts';
import { startPlanCheckout } from '../checkouts/checkout.ts';
import { returnAddress, type Departure } from '../checkouts/return-addresses.ts';

/** Calls that lead to the card provider's pages: checkout and billing portal. */
export function billingRoutes(app: Http, services: Services): void {
  const serve = serving(app, planCalls);
  const departureOf = (
    { site, headers }: Pick<FastifyRequest, 'site' | 'headers'>,
    originUrl: string | null | undefined,
  ): Departure => ({ site, appUrl: services.appUrl, origin: headers.origin, originUrl });

  serve('POST /member/plans/create-checkout-session', async (request) => {
    const { site, body, signedIn } = request;
    const departure = departureOf(request, body.origin_url);
    const url = await startPlanCheckout(services, {
      site,
      memberId: signedIn.memberId,
      priceId: body.priceId,
      // An empty form field means no coupon.
      couponId: body.couponId || null,
      replacesSubscriptions: body.replacesSubscriptions ?? false,
      metadata: body.metadataForCheckout ?? {},
      successUrl: returnAddress(departure, 'success_url', body.success_url),
      cancelUrl: returnAddress(departure, 'cancel_url', body.cancel_url),
    });
    return { data: { url } };
  });
  serve('POST /member/create-billing-portal-session', async (request) => {
    const { origin_url: originUrl, return_url: returnUrl } = request.body;
    const url = await openBillingPortal(services, {
      memberId: request.signedIn.memberId,
      returnUrl: returnAddress(departureOf(request, originUrl), 'return_url', returnUrl),
    });
    return { data: { url } };
  });
}
