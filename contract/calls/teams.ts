import { defineCalls, writesPerMember, type CallSubject, type LimitRule } from '../call.ts';
import { SuccessAnswer } from '../sign-in.ts';
import {
  InviteAnswer,
  JoinTeamRequest,
  RemoveFromTeamRequest,
  RenewInviteRequest,
  TeamAnswer,
  TeamParams,
} from '../teams.ts';

const done = { data: { success: true } };
const teamId = 'c7w2m9k4t1q8s5v0d3x6z2b9f';
const inviteToken = 'mB3xQ0c9Lw-7tZ2rYk5JdA';

/** Counted by member, not by network: a whole office may join from one, and 128 bits cannot be guessed. */
export const joinsPerMember: LimitRule = { name: 'team-join', per: 'member', points: 30, seconds: 600 };
export const renewalsPerOwner: LimitRule = { name: 'invite-renewal', per: 'member', points: 30, seconds: 600 };

/** Teams: members who share the plan of one of them. */
export const teamCalls = defineCalls({
  'POST /member/team/join': {
    summary: 'Join a team',
    about:
      'With the token of an invitation; sign-up, and log-in by mailed code, take it as well. A replaced invitation, one of another site and an invented one get the same error. Joining twice succeeds and changes nothing.',
    caller: 'member',
    body: JoinTeamRequest,
    answer: SuccessAnswer,
    refusals: ['invalid-invite', 'team-full', 'can-only-have-one-active-team'],
    limits: [joinsPerMember],
    example: { body: { inviteToken }, answer: done },
  },
  'GET /member/team/:teamId': {
    summary: 'Read a team',
    about:
      'For its owner. The invitation leads to the page `teamAccountInviteSignupLink` with `?inviteToken=` and the token.',
    caller: 'member',
    params: TeamParams,
    answer: TeamAnswer,
    refusals: ['team-not-found'],
    example: {
      params: { teamId },
      answer: {
        data: {
          id: teamId,
          inviteToken,
          maxTeamMembers: 6,
          plan: { teamAccountInviteSignupLink: '/team/join', teamAccountUpgradeLink: '/team/upgrade' },
          ownersPlanConnection: { plan: { teamAccountUpgradeLink: '/team/upgrade' } },
          members: [
            {
              role: 'OWNER',
              member: {
                id: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
                auth: { email: 'friend@intake.example' },
                profileImage: null,
                verified: true,
              },
            },
          ],
        },
      },
    },
  },
  'POST /member/team/remove-member': {
    summary: 'Remove a member from a team, or leave it',
    about:
      'The owner may remove every other member, and every other member only themselves. The seat is free at once and the plan ends with it. A removed member cannot come back before the owner makes a new invitation.',
    caller: 'member',
    limits: [writesPerMember],
    body: RemoveFromTeamRequest,
    answer: SuccessAnswer,
    refusals: ['team-not-found', 'cannot-change-team-account'],
    example: { body: { teamId, memberId: 'mem_sb_0x4v9c2n7m1b6k3j8h5g2f9d' }, answer: done },
  },
  'POST /member/team/generate-invite-link': {
    summary: 'Replace the invitation of a team',
    about: 'For its owner. The old invitation stops working.',
    caller: 'member',
    body: RenewInviteRequest,
    answer: InviteAnswer,
    refusals: ['team-not-found', 'no-plan-found'],
    limits: [renewalsPerOwner],
    example: { body: { teamId }, answer: { data: { inviteToken } } },
  },
});

/** What the API reference says of them. */
export const teamSubject: CallSubject = {
  title: 'Teams',
  about:
    'A plan may be made for teams: its owner invites others by a link, and every member with a seat has the plan as long as the owner has it. The owner takes a seat too. A member is in one active team at a time.',
  calls: teamCalls,
};
