import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { sendCallsPerClient } from '../calls/sign-in.ts';
import { member, session as exampleSession } from '../examples.ts';
import { EndedSessionAnswer, EndedSessionsAnswer } from '../sessions.ts';
import {
  ChangeEmailRequest,
  ChangeMemberRequest,
  GivePlanRequest,
  MemberAnswer,
  MemberParams,
  MemberPlanParams,
  MemberSessionParams,
  MembersAnswer,
  MembersExportQuery,
  MembersQuery,
  ResetSentAnswer,
  SiteParams,
  TimelineAnswer,
  TimelineQuery,
  UnproveAddressRequest,
  type ListedMember,
  type ShownMember,
  type TimelineEntry,
} from './members-schemas.ts';

const session: ShownMember['sessions'][number] = { ...exampleSession, way: 'password' };
const site = { siteId: 'app_demo' };
const params = { ...site, memberId: member.id };
const listed: ListedMember = {
  id: member.id,
  name: 'Frankie',
  email: member.auth.email,
  verified: true,
  suspended: false,
  createdAt: member.createdAt,
  lastSeenAt: session.lastUsedAt,
  plans: [{ planId: 'pln_demo_free', status: 'ACTIVE' }],
  teamId: null,
  fields: {},
};
/** A member as their page shows them, for examples. */
export const shownMember: ShownMember = {
  ...member,
  json: null,
  name: 'Frankie',
  address: { email: member.auth.email, verified: member.verified, pending: null },
  version: 'eyJlbWFpbCI6IjNmMmExYjBjIn0',
  suspension: null,
  secondFactor: { passkeys: [], authenticator: true, recoveryCodes: 10 },
  seatConnectionId: null,
  subscriptions: 0,
  sessions: [session],
  comments: 3,
};
const entry: TimelineEntry = {
  id: 'act_41',
  at: '2026-11-23T03:10:00.000Z',
  kind: 'act',
  title: 'member.updated',
  detail: 'customFields.first-name',
  actor: 'Ana',
  reason: null,
};
const page = { endCursor: 'WyItY3JlYXRlZCIsIjE3OTU', hasNextPage: true, count: { rows: 48_000, isExact: false } };

const maySee = { permission: 'see-members', within: 'site' } as const satisfies StaffMay;
const mayChange = { permission: 'change-members', within: 'site' } as const satisfies StaffMay;
const mayExport = { permission: 'export-members', within: 'site' } as const satisfies StaffMay;
/** A site or member out of scope is answered as one that does not exist. */
const ofMember = ['not-found', 'member-not-found'] as const;

/** The members of a site: found, read and changed by staff. */
export const memberConsoleCalls = defineCalls({
  'GET /console/api/sites/:siteId/members': {
    summary: 'List the members of a site',
    about:
      'Search, filters, sort and page are parameters. Staff who were given partners see the members who have to do with those.',
    caller: 'staff',
    may: maySee,
    params: SiteParams,
    query: MembersQuery,
    answer: MembersAnswer,
    refusals: ['not-found'],
    example: { params: site, query: { search: 'fran', verified: 'yes' }, answer: { data: [listed], ...page } },
  },
  'GET /console/api/sites/:siteId/members.csv': {
    summary: 'Export the members that a list shows',
    about: 'The same search, filters, sort and columns, all pages. It stands in the audit log before the first line.',
    caller: 'staff',
    may: mayExport,
    params: SiteParams,
    query: MembersExportQuery,
    mediaType: 'text/csv',
    refusals: ['not-found'],
    example: { params: site, query: { plan: 'pln_demo_free' }, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'GET /console/api/sites/:siteId/members/:memberId': {
    summary: 'Read a member',
    caller: 'staff',
    may: maySee,
    params: MemberParams,
    answer: MemberAnswer,
    refusals: ofMember,
    example: { params, answer: { data: shownMember } },
  },
  'GET /console/api/sites/:siteId/members/:memberId/timeline': {
    summary: 'Read what happened to a member',
    about:
      'Acts of staff and keys, sign-ins, plans, events that the site was told of, mails, and for who may see orders those.',
    caller: 'staff',
    may: maySee,
    params: MemberParams,
    query: TimelineQuery,
    answer: TimelineAnswer,
    refusals: ofMember,
    example: { params, answer: { data: [entry], ...page, count: { rows: 12, isExact: true } } },
  },
  'PATCH /console/api/sites/:siteId/members/:memberId': {
    summary: 'Change a member',
    about:
      'Fields and metadata merge one level deep. `version` is that of the member as read; where somebody else has saved since, `changed-meanwhile` says in `changed` what, and in `version` from which one to go on. `verified` marks the address that is shown as proved, which needs a fresh proof of who asks; one that waited for its proof opens the account from then on, as another address does. The opposite is a call of its own.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    body: ChangeMemberRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [
      ...ofMember,
      'changed-meanwhile',
      'invalid-field-value',
      'field-not-writable',
      'recent-login-required',
      'email-already-in-use',
    ],
    example: {
      params,
      body: { version: shownMember.version, customFields: { 'first-name': 'Frankie' } },
      answer: { data: shownMember },
    },
  },
  'PUT /console/api/sites/:siteId/members/:memberId/email': {
    summary: 'Give a member another address',
    about:
      'It counts at once, as unproved, signs the member out everywhere, and is told to the former address where that was proved. A second factor stays. The log-in address itself ends a change of the member’s own that waits for its proof.',
    caller: 'staff',
    may: { ...mayChange, freshProof: true },
    params: MemberParams,
    body: ChangeEmailRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'changed-meanwhile', 'invalid-email', 'email-already-in-use'],
    example: {
      params,
      body: { version: shownMember.version, reason: 'Asked for by phone.', email: member.auth.email },
      answer: { data: shownMember },
    },
  },
  'POST /console/api/sites/:siteId/members/:memberId/email/unproved': {
    summary: 'Mark the address of a member as unproved',
    about: 'The next proof of the mailbox drops the password and ends sessions and providers. A second factor stays.',
    caller: 'staff',
    may: { ...mayChange, freshProof: true },
    params: MemberParams,
    body: UnproveAddressRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'changed-meanwhile'],
    example: {
      params,
      body: { version: shownMember.version, reason: 'Mails to it come back.' },
      answer: { data: shownMember },
    },
  },
  'POST /console/api/sites/:siteId/members/:memberId/plans': {
    summary: 'Give a free plan',
    about: 'Restricted ones too. Safe to repeat.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    body: GivePlanRequest,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'plan-not-found', 'plan-not-free', 'can-only-have-one-active-team'],
    example: { params, body: { planId: 'pln_demo_free' }, answer: { data: shownMember } },
  },
  'DELETE /console/api/sites/:siteId/members/:memberId/plans/:planId': {
    summary: 'Take a free plan',
    caller: 'staff',
    may: mayChange,
    params: MemberPlanParams,
    answer: MemberAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
    example: { params: { ...params, planId: 'pln_demo_free' }, answer: { data: shownMember } },
  },
  'DELETE /console/api/sites/:siteId/members/:memberId/sessions': {
    summary: 'Log a member out everywhere',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    answer: EndedSessionsAnswer,
    limits: [writesPerStaff],
    refusals: ofMember,
    example: { params, answer: { data: { ended: 3 } } },
  },
  'DELETE /console/api/sites/:siteId/members/:memberId/sessions/:sessionId': {
    summary: 'End one session of a member',
    caller: 'staff',
    may: mayChange,
    params: MemberSessionParams,
    answer: EndedSessionAnswer,
    limits: [writesPerStaff],
    refusals: [...ofMember, 'session-not-found'],
    example: { params: { ...params, sessionId: session.id }, answer: { data: { id: session.id } } },
  },
  'POST /console/api/sites/:siteId/members/:memberId/password-reset': {
    summary: 'Mail a member a code and a link for a new password',
    about: 'The same mail that members ask for, within the same limits of their mailbox.',
    caller: 'staff',
    may: mayChange,
    params: MemberParams,
    answer: ResetSentAnswer,
    limits: [writesPerStaff, sendCallsPerClient],
    refusals: ofMember,
    example: { params, answer: { data: { mailAfterSeconds: 0 } } },
  },
});

/** What is said of them. */
export const memberConsoleSubject: ConsoleSubject = {
  title: 'Members',
  about: 'Staff find, read, change and export the members of their sites, or those of their partners.',
  calls: memberConsoleCalls,
};
