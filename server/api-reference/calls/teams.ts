import { teamCalls } from '../../../contract/calls/teams.ts';
import { describeCalls } from '../call-note.ts';

const done = { data: { success: true } };
const teamId = 'c7w2m9k4t1q8s5v0d3x6z2b9f';
const inviteToken = 'mB3xQ0c9Lw-7tZ2rYk5JdA';

export const teamReference = describeCalls(teamCalls, {
  title: 'Teams',
  about:
    'A plan may be one for a team: its owner invites others by a link, and everybody with a seat has the plan for as long as the owner has. The owner takes a seat too. A member is in one active team at a time.',
  notes: {
    'POST /member/team/join': {
      summary: 'Join a team',
      about:
        'With the token of an invitation; sign-up, and log-in by mailed code, take it as well. An invitation that was replaced, one of another site and one that never was are the same refusal. Who is in the team already stays in it.',
      example: { body: { inviteToken }, answer: done },
    },
    'GET /member/team/:teamId': {
      summary: 'Read a team',
      about:
        'For its owner. The invitation leads to the page `teamAccountInviteSignupLink` with `?inviteToken=` and the token.',
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
        'The owner removes anybody but themself; everybody else only themself. The seat is free at once and the plan ends with it. Who was removed cannot come back before the owner makes a new invitation.',
      example: { body: { teamId, memberId: 'mem_sb_0x4v9c2n7m1b6k3j8h5g2f9d' }, answer: done },
    },
    'POST /member/team/generate-invite-link': {
      summary: 'Replace the invitation of a team',
      about: 'For its owner. Nobody joins by the old one any more.',
      example: { body: { teamId }, answer: { data: { inviteToken } } },
    },
  },
});
