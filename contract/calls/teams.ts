import { defineCalls } from '../call.ts';

export const teamCalls = defineCalls({
  'POST /member/team/join': {
    caller: 'member',
    // SCHEMA server/membership/teams/teams.routes.ts { schema: { body: JoinTeamRequest, ...successAnswer } }
    refusals: ['invalid-invite', 'team-full', 'can-only-have-one-active-team'],
  },
  'GET /member/team/:teamId': {
    caller: 'member',
    // SCHEMA server/membership/teams/teams.routes.ts { schema: { params: TeamParams, response: { 200: TeamAnswer } } }
    refusals: ['team-not-found'],
  },
  'POST /member/team/remove-member': {
    caller: 'member',
    // SCHEMA server/membership/teams/teams.routes.ts { schema: { body: RemoveFromTeamRequest, ...successAnswer } }
    refusals: ['team-not-found', 'member-not-found', 'cannot-change-team-account'],
  },
  'POST /member/team/generate-invite-link': {
    caller: 'member',
    // SCHEMA server/membership/teams/teams.routes.ts { schema: { body: RenewInviteRequest, response: { 200: InviteAnswer } } }
    refusals: ['team-not-found', 'no-plan-found'],
  },
});
