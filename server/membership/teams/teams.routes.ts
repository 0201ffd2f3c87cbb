import { SuccessAnswer } from '../../../contract/sign-in.ts';
import {
  InviteAnswer,
  JoinTeamRequest,
  RemoveFromTeamRequest,
  RenewInviteRequest,
  TeamAnswer,
  TeamParams,
} from '../../../contract/teams.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { acceptInvite, renewInvite } from './invitations.ts';
import { removeFromTeam } from './remove-from-team.ts';
import { getTeam } from './team-view.ts';

/** What a member does in teams, and what an owner does with theirs. */
export function teamRoutes(app: Http, services: Services, scope: SiteScope): void {
  const successAnswer = { response: { 200: SuccessAnswer } };
  const success = { data: { success: true as const } };

  app.post('/member/team/join', { schema: { body: JoinTeamRequest, ...successAnswer } }, async (request) => {
    const { memberId } = await scope.requireMember(request);
    const { site, body } = request;
    await acceptInvite(services, { site, memberId, inviteToken: body.inviteToken });
    return success;
  });

  app.get(
    '/member/team/:teamId',
    { schema: { params: TeamParams, response: { 200: TeamAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, params } = request;
      return { data: await getTeam(services, { site, teamId: params.teamId, ownerId: memberId }) };
    },
  );

  app.post(
    '/member/team/remove-member',
    { schema: { body: RemoveFromTeamRequest, ...successAnswer } },
    async (request) => {
      const { memberId: byMemberId } = await scope.requireMember(request);
      await removeFromTeam(services, { site: request.site, ...request.body, byMemberId });
      return success;
    },
  );

  app.post(
    '/member/team/generate-invite-link',
    { schema: { body: RenewInviteRequest, response: { 200: InviteAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, body } = request;
      return { data: { inviteToken: await renewInvite(services, { site, teamId: body.teamId, ownerId: memberId }) } };
    },
  );
}
