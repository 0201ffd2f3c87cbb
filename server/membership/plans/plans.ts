import { isFree, type Site, type SitePlan, type SitePrice } from '../sites/site.ts';

/** A plan that may be had at present. */
export const findActivePlan = (site: Site, planId: string): SitePlan | undefined =>
  site.plans.find((plan) => plan.id === planId && plan.status === 'ACTIVE');

/** A price and its plan, whether or not it may still be paid. */
export function findPrice(site: Site, priceId: string): { plan: SitePlan; price: SitePrice } | undefined {
  for (const plan of site.plans) {
    const price = plan.prices.find((each) => each.id === priceId);
    if (price) return { plan, price };
  }
  return undefined;
}

/** What may be had for the asking: paid plans and unknown ids are left out without a word. */
export function freePlansAmong(site: Site, planIds: readonly string[]): string[] {
  return site.plans
    .filter((plan) => isFree(plan) && plan.status === 'ACTIVE' && planIds.includes(plan.id))
    .map((plan) => plan.id);
}
