import type { FastifyRequest } from 'fastify';
import { BillingPortalRequest, HostedPageAnswer, PlanCheckoutRequest } from '../../../contract/plans.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { openBillingPortal } from './billing-customer.ts';
import { startPlanCheckout } from './checkout.ts';
import { returnAddress, type Departure } from './return-addresses.ts';

/** The way to the card provider's pages, and back to the site. */
export function billingRoutes(app: Http, services: Services, scope: SiteScope): void {
  const departureOf = (
    { site, headers }: Pick<FastifyRequest, 'site' | 'headers'>,
    originUrl: string | null | undefined,
  ): Departure => ({ site, appUrl: services.appUrl, origin: headers.origin, originUrl });

  app.post(
    '/member/plans/create-checkout-session',
    { schema: { body: PlanCheckoutRequest, response: { 200: HostedPageAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, body } = request;
      const departure = departureOf(request, body.origin_url);
      const url = await startPlanCheckout(services, {
        site,
        memberId,
        priceId: body.priceId,
        // An empty field of a form is no coupon.
        couponId: body.couponId || null,
        metadata: body.metadataForCheckout ?? {},
        successUrl: returnAddress(departure, 'success_url', body.success_url),
        cancelUrl: returnAddress(departure, 'cancel_url', body.cancel_url),
      });
      return { data: { url } };
    },
  );

  app.post(
    '/member/create-billing-portal-session',
    { schema: { body: BillingPortalRequest, response: { 200: HostedPageAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { origin_url: originUrl, return_url: returnUrl } = request.body;
      const url = await openBillingPortal(services, {
        memberId,
        returnUrl: returnAddress(departureOf(request, originUrl), 'return_url', returnUrl),
      });
      return { data: { url } };
    },
  );
}
