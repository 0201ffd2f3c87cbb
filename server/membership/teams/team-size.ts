import type { Site } from '../sites/site.ts';

/** What a team rests upon: its owner's plan, and the price that is paid for it. */
export interface TeamBasis {
  planId: string;
  priceId: string | null;
}

/**
 * Seats of a team, its owner's too; null for no limit. As the site says now: of the price that is paid, else of the
 * plan; a plan that is for teams no more takes nobody more.
 */
export function seatsOf(site: Site, { planId, priceId }: TeamBasis): number | null {
  const plan = site.plans.find((each) => each.id === planId);
  if (!plan?.rules.team) return 1;
  return plan.prices.find((price) => price.id === priceId)?.rules.seats ?? plan.rules.team.seats;
}
