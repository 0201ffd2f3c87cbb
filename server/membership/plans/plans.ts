import { isFree, type Site, type SitePlan, type SitePrice } from '../sites/site.ts';

/** An active plan of a site. */
export const findActivePlan = (site: Site, planId: string): SitePlan | undefined =>
  site.plans.find((plan) => plan.id === planId && plan.status === 'ACTIVE');

/** A price and its plan, active or not. */
export function findPrice(site: Site, priceId: string): { plan: SitePlan; price: SitePrice } | undefined {
  for (const plan of site.plans) {
    const price = plan.prices.find((each) => each.id === priceId);
    if (price) return { plan, price };
  }
  return undefined;
}

/** Ids of active free plans among these; paid plans and unknown ids are ignored. */
export function freePlansAmong(site: Site, planIds: readonly string[]): string[] {
  return site.plans
    .filter((plan) => isFree(plan) && plan.status === 'ACTIVE' && planIds.includes(plan.id))
    .map((plan) => plan.id);
}
