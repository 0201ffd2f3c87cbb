import { defineCalls, writesPerMember, type LimitRule } from '../call.ts';
import { SuccessAnswer } from '../sign-in.ts';
import {
  InviteAnswer,
  JoinTeamRequest,
  RemoveFromTeamRequest,
  RenewInviteRequest,
  TeamAnswer,
  TeamParams,
} from '../teams.ts';

/** Counted by member, not by network: a whole office may join from one, and 128 bits cannot be guessed. */
export const joinsPerMember: LimitRule = { name: 'team-join', per: 'member', points: 30, seconds: 600 };
export const renewalsPerOwner: LimitRule = { name: 'invite-renewal', per: 'member', points: 30, seconds: 600 };

/** Teams: members who share the plan of one of them. */
export const teamCalls = defineCalls({
  'POST /member/team/join': {
    caller: 'member',
    body: JoinTeamRequest,
    answer: SuccessAnswer,
    refusals: ['invalid-invite', 'team-full', 'can-only-have-one-active-team'],
    limits: [joinsPerMember],
  },
  'GET /member/team/:teamId': {
    caller: 'member',
    params: TeamParams,
    answer: TeamAnswer,
    refusals: ['team-not-found'],
  },
  'POST /member/team/remove-member': {
    caller: 'member',
    limits: [writesPerMember],
    body: RemoveFromTeamRequest,
    answer: SuccessAnswer,
    refusals: ['team-not-found', 'cannot-change-team-account'],
  },
  'POST /member/team/generate-invite-link': {
    caller: 'member',
    body: RenewInviteRequest,
    answer: InviteAnswer,
    refusals: ['team-not-found', 'no-plan-found'],
    limits: [renewalsPerOwner],
  },
});
