import type { Member } from '../../../contract/members.ts';
import { entitledPlanIds } from '../entitlements/entitlements.ts';
import type { PlanRedirects, Site } from './site.ts';

/** The redirect of a member: their own first, else that of their plan with the highest priority. */
export function redirectFor(site: Site, member: Member, moment: keyof PlanRedirects): string | null {
  if (member.loginRedirect !== null && moment !== 'afterLogout') return member.loginRedirect;
  const owned = entitledPlanIds(member.planConnections);
  const redirects = site.plans
    .filter((plan) => owned.has(plan.id) && plan.redirects[moment] !== undefined)
    .toSorted((one, other) => (one.priority ?? Infinity) - (other.priority ?? Infinity));
  return redirects[0]?.redirects[moment] ?? null;
}
