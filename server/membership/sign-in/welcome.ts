import type * as z from 'zod/mini';
import type { Auth, LoginRequest } from '../../../contract/sign-in.ts';
import { toWire } from '../members/members.ts';
import { contentGroupsFor, redirectFor } from '../plans/plans.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import type { Arrival } from './log-in.ts';

export interface Welcome {
  /** Who has just signed in. */
  arrival: Arrival;
  moment: 'afterLogin' | 'afterSignup';
  options?: z.infer<typeof LoginRequest>['options'];
}

/** What somebody gets who has just signed in: themself, their token, where to go next. */
export async function welcomeMember(
  services: Services,
  site: Site,
  { arrival, moment, options }: Welcome,
): Promise<Auth> {
  const { token, expiresAt } = arrival.session;
  const member = await toWire(services, services.db, arrival.memberId);
  return {
    member,
    tokens: { accessToken: token, expires: expiresAt.getTime(), type: 'bearer' },
    redirect: redirectFor(site, member, moment),
    ...(options?.includeContentGroups ? { contentGroups: contentGroupsFor(site, member) } : {}),
  };
}
