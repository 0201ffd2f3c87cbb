import type { Team } from '../../../contract/teams.ts';

export const isFull = ({ members, maxTeamMembers }: Team): boolean =>
  maxTeamMembers !== null && members.length >= maxTeamMembers;

/** An address on the page's own site; undefined for one that would lead away from it. */
export function onSite(path: string, origin: string): URL | undefined {
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  return url?.origin === origin ? url : undefined;
}

/**
 * What a team's owner sends to whom they invite.
 *
 * @returns undefined where no member can join: no seat is free, or the owner's plan is not active
 */
export function inviteLink(team: Team, origin: string): string | undefined {
  const url = onSite(team.plan.teamAccountInviteSignupLink, origin);
  if (!url || team.inviteToken === null || isFull(team)) return undefined;
  url.searchParams.set('inviteToken', team.inviteToken);
  return url.href;
}
