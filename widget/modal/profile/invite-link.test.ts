import { expect, test } from 'vitest';
import type { Team } from '../../../contract/teams.ts';
import { inviteLink, isFull } from './invite-link.ts';

const origin = 'https://riverbend.example';
const team = (given: Partial<Team> = {}, invite = '/join-team'): Team => ({
  id: 't',
  inviteToken: 'a b&c',
  maxTeamMembers: 2,
  plan: { teamAccountInviteSignupLink: invite, teamAccountUpgradeLink: '/upgrade' },
  ownersPlanConnection: { plan: { teamAccountUpgradeLink: '/upgrade' } },
  members: [],
  ...given,
});
const person = {
  role: 'MEMBER' as const,
  member: { id: 'm', auth: { email: 'a@b.example' }, profileImage: null, verified: true },
};

test('the link is the page’s own site, the path of the plan and the token', () => {
  expect(inviteLink(team(), origin)).toBe('https://riverbend.example/join-team?inviteToken=a+b%26c');
  expect(inviteLink(team({}, '/join?from=team'), origin)).toBe(
    'https://riverbend.example/join?from=team&inviteToken=a+b%26c',
  );
});

test('no link leads away from the site', () => {
  for (const path of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    // oxlint-disable-next-line no-script-url -- It is what is refused.
    'javascript:alert(1)',
  ])
    expect(inviteLink(team({}, path), origin)).toBeUndefined();
});

test('nobody is invited to a full team, or without a token', () => {
  expect(inviteLink(team({ members: [person] }), origin)).toBeDefined();
  expect(inviteLink(team({ members: [person, person] }), origin)).toBeUndefined();
  expect(inviteLink(team({ inviteToken: null }), origin)).toBeUndefined();
});

test('a team without a limit is never full', () => {
  expect(isFull(team({ maxTeamMembers: null, members: [person, person, person] }))).toBe(false);
});
