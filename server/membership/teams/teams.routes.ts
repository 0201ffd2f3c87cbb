import { teamCalls } from '../../../contract/calls/teams.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { acceptInvite, renewInvite } from './invitations.ts';
import { removeFromTeam } from './remove-from-team.ts';
import { getTeam } from './team-view.ts';

const success = { data: { success: true as const } };

/** Calls of members and owners of teams. */
export function teamRoutes(app: Http, services: Services): void {
  const serve = serving(app, teamCalls);

  serve('POST /member/team/join', async ({ site, body, signedIn: { memberId } }) => {
    await acceptInvite(services, { site, memberId, inviteToken: body.inviteToken });
    return success;
  });
  serve('GET /member/team/:teamId', async ({ site, params, signedIn }) => ({
    data: await getTeam(services, services.db, { site, teamId: params.teamId, ownerId: signedIn.memberId }),
  }));
  serve('POST /member/team/remove-member', async ({ site, body, signedIn }) => {
    await removeFromTeam(services, { site, ...body, byMemberId: signedIn.memberId });
    return success;
  });
  serve('POST /member/team/generate-invite-link', async ({ site, body, signedIn }) => ({
    data: { inviteToken: await renewInvite(services, { site, teamId: body.teamId, ownerId: signedIn.memberId }) },
  }));
}
