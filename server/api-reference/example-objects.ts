import type { Member } from '../../contract/members.ts';
import type { App, Plan } from '../../contract/site.ts';

/** Objects the examples share: one believable site, one of its plans, one of its members. */

export const plan: Plan = {
  id: 'pln_demo_maker',
  name: 'Maker',
  description: 'All workshops, all tools.',
  priority: 1,
  status: 'ACTIVE',
  prices: [
    {
      id: 'prc_demo_maker_monthly',
      name: 'Monthly',
      type: 'SUBSCRIPTION',
      status: 'ACTIVE',
      amount: 19,
      currency: 'NZD',
      interval: { type: 'MONTHLY', count: 1 },
    },
  ],
};

export const contentGroup: App['contentGroups'][number] = {
  id: 'grp_demo_members',
  name: "Members' evenings",
  key: 'members-evenings',
  allowAllMembers: true,
  redirect: '/',
  urls: [{ url: '/evenings', filter: 'STARTS' }],
  plans: [],
};

export const site: App = {
  id: 'app_demo',
  name: 'Riverbend Makers',
  mode: 'sandbox',
  plans: [plan],
  contentGroups: [contentGroup],
  customFields: [
    { key: 'first-name', label: 'First name', hidden: false, visibility: 'PUBLIC', restrictToAdmin: false, order: 0 },
  ],
  allowMemberSelfDelete: true,
  captchaRequired: false,
  captcha: { service: 'altcha', siteKey: null, challengeUrl: '/captcha/challenge' },
  authProviders: [{ provider: 'google', name: 'Google', icon: null, order: 0 }],
  additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
  ssoSignupButtonURL: null,
  isPaid: false,
  branding: { logo: null, colors: { lightMode: { primaryButton: '#1E5C41' } } },
  dictionary: {},
};

export const member: Member = {
  id: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
  verified: true,
  profileImage: null,
  auth: { email: 'friend@intake.example', hasPassword: true, providers: [] },
  loginRedirect: null,
  stripeCustomerId: null,
  createdAt: '2026-11-20T09:12:44.000Z',
  metaData: {},
  customFields: { 'first-name': 'Frankie' },
  permissions: [],
  planConnections: [
    {
      id: 'con_2f9d4k7m1q8s5t0v3w6x9z2b',
      active: true,
      status: 'ACTIVE',
      planId: 'pln_demo_free',
      type: 'FREE',
      payment: null,
    },
  ],
  teams: { ownedTeams: [], joinedTeams: [] },
};

export const auth = {
  member,
  tokens: {
    accessToken: 'k3J9…the token, shown this once…x8Q',
    expires: 1_796_461_964_000,
    type: 'bearer',
  },
  redirect: '/welcome',
} as const;
