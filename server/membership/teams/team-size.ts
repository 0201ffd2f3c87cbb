import type { Site } from '../sites/site.ts';

/** The owner's plan and price, which decide about a team's seats. */
export interface TeamBasis {
  planId: string;
  priceId: string | null;
}

/**
 * Seats of a team, its owner's included; null for no limit. By the site's current declaration: of the price, else of the
 * plan; 1 for a plan that has no teams any more.
 */
export function seatsOf(site: Site, { planId, priceId }: TeamBasis): number | null {
  const plan = site.plans.find((each) => each.id === planId);
  if (!plan?.rules.team) return 1;
  return plan.prices.find((price) => price.id === priceId)?.rules.seats ?? plan.rules.team.seats;
}
