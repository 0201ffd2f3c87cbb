import type { Member } from './members.ts';
import type { App, Plan } from './site.ts';

/** Objects the examples share: one believable site, one of its plans, one of its members. */

/** The example plan. */
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

const contentGroup: App['contentGroups'][number] = {
  id: 'grp_demo_members',
  name: "Members' evenings",
  key: 'members-evenings',
  allowAllMembers: true,
  redirect: '/',
  urls: [{ url: '/evenings', filter: 'STARTS' }],
  plans: [],
};

/** The example site. */
export const site: App = {
  id: 'app_demo',
  name: 'Riverbend Makers',
  mode: 'sandbox',
  plans: [plan],
  contentGroups: [contentGroup],
  customFields: [
    {
      key: 'first-name',
      label: 'First name',
      hidden: false,
      visibility: 'PUBLIC',
      restrictToAdmin: false,
      type: 'text',
      askAtSignup: true,
      order: 0,
    },
  ],
  publicKey: 'pk_sb_demo',
  allowMemberSelfDelete: true,
  captchaRequired: false,
  captcha: { service: 'altcha', siteKey: null, challengeUrl: '/captcha/challenge' },
  authProviders: [{ provider: 'google', name: 'Google', icon: null, order: 0 }],
  additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
  ssoSignupButtonURL: null,
  isPaid: false,
  branding: {
    logo: null,
    logoDark: null,
    appearance: 'light',
    density: 'comfortable',
    colors: { lightMode: { primaryButton: '#1E5C41' }, darkMode: {} },
  },
  dictionary: {},
};

/** A plan that the example member has. */
export const planConnection: Member['planConnections'][number] = {
  id: 'con_2f9d4k7m1q8s5t0v3w6x9z2b',
  active: true,
  status: 'ACTIVE',
  planId: 'pln_demo_free',
  type: 'FREE',
  payment: null,
};

/** The example member. */
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
  planConnections: [planConnection],
  teams: { ownedTeams: [], joinedTeams: [] },
};

/** The example answer of a log-in. */
export const auth = {
  member,
  tokens: {
    accessToken: 'k3J9…the token, shown this once…x8Q',
    expires: 1_796_461_964_000,
    type: 'bearer',
  },
  redirect: '/welcome',
} as const;

/** A visit's session data, and the report of a visit. */
export const sessionData = { sessionId: '7t0c3p6v8n2b4h8d2k9s1w5x' };
export const visit = { browser: 'FIREFOX', os: 'LINUX', screenSize: 'DESKTOP', ...sessionData };

/** The answer of a call without data. */
export const sent = { data: { success: true } };

/** The example session. */
export const session = {
  id: '2f1c6f0e-6c1b-4c57-9f0a-5d3b8a6f7e21',
  startedAt: '2026-11-20T08:15:00.000Z',
  lastUsedAt: '2026-11-22T09:41:00.000Z',
  way: 'password',
  provider: null,
  device: 'Firefox on Windows',
};
