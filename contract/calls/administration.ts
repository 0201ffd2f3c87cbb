import {
  AdministeredMemberAnswer,
  ApplySiteAnswer,
  ApplySiteQuery,
  ApplySiteRequest,
  ChangeMemberRequest,
  CreateMemberRequest,
  DeletedMemberAnswer,
  ListMembersAnswer,
  ListMembersQuery,
  MemberParams,
  MemberSessionParams,
  PlanOfMemberRequest,
  SiteDeclarationAnswer,
} from '../administration.ts';
import { callsPerServer, defineCalls, type CallSubject } from '../call.ts';
import { EndedSessionAnswer, EndedSessionsAnswer, SessionsAnswer } from '../sessions.ts';
import { badPassword } from '../bad-password.ts';
import { member, session } from '../examples.ts';

const params = { member: member.id };
const ofServer = { ...member, suspendedAt: null };
const administered = { ...ofServer, json: { theme: 'dark' } };
const plan = { planId: 'pln_demo_free' };
const declaration = {
  id: 'app_demo',
  name: 'Riverbend Makers',
  publicKey: 'pk_sb_demo',
  mode: 'sandbox',
  fields: [{ key: 'first-name', label: 'First name' }],
};

/** What a site's own server does with its members, and with what is declared about the site. */
export const administrationCalls = defineCalls({
  'GET /admin/members': {
    summary: 'List members',
    about:
      'In the order they joined, or with `order=DESC` the other way round. `after` is the `endCursor` of the page before; `limit` is 50 unless said and at most 100.',
    caller: 'server',
    query: ListMembersQuery,
    answer: ListMembersAnswer,
    example: {
      query: { limit: '1' },
      answer: { totalCount: 25, endCursor: 456, hasNextPage: true, data: [ofServer] },
    },
  },
  'POST /admin/members': {
    summary: 'Create a member',
    about:
      'Nothing is mailed. Without a password they log in by mailed code or provider. Plans are given if they cost nothing. Fields only the service writes may be written here.',
    caller: 'server',
    body: CreateMemberRequest,
    answer: AdministeredMemberAnswer,
    refusals: [
      'invalid-email',
      'email-already-in-use',
      ...badPassword,
      'plan-not-found',
      'plan-not-free',
      'can-only-have-one-active-team',
      'test-mode-member-limit-reached',
      'invalid-field-value',
      'field-not-writable',
    ],
    example: {
      body: {
        email: member.auth.email,
        plans: [plan],
        customFields: member.customFields,
        json: administered.json,
        verified: true,
      },
      answer: { data: administered },
    },
  },
  'GET /admin/members/:member': {
    summary: 'Read a member',
    about:
      'By id or by log-in address. An address that the member has asked for and not proved is shown, and finds nobody.',
    caller: 'server',
    params: MemberParams,
    answer: AdministeredMemberAnswer,
    refusals: ['member-not-found'],
    example: { params, answer: { data: administered } },
  },
  'PATCH /admin/members/:member': {
    summary: 'Update a member',
    about:
      'Custom fields and metadata merge one level deep, where null takes a metadata key away; the JSON is replaced. Metadata takes 50 pairs of 500 characters. Another address counts at once, signs the member out everywhere, and is told to the former one where that was proved. While a change that the member asked for waits for its proof, `verified: true` makes the address that is shown theirs in the same way, and their log-in address, sent as `email`, ends the change.',
    caller: 'server',
    params: MemberParams,
    body: ChangeMemberRequest,
    answer: AdministeredMemberAnswer,
    refusals: [
      'member-not-found',
      'invalid-email',
      'email-already-in-use',
      'invalid-field-value',
      'field-not-writable',
    ],
    example: { params, body: { json: administered.json, verified: true }, answer: { data: administered } },
  },
  'DELETE /admin/members/:member': {
    summary: 'Delete a member',
    about:
      'With all they have. Open checkouts end at the card provider first, and subscriptions are cancelled. The member is deleted also while the card provider is away; what is paid for an account that is gone is refunded.',
    caller: 'server',
    params: MemberParams,
    answer: DeletedMemberAnswer,
    refusals: ['member-not-found'],
    example: { params, answer: { data: { id: member.id } } },
  },
  'GET /admin/members/:member/sessions': {
    summary: 'List the sessions of a member',
    about: 'The last used first.',
    caller: 'server',
    params: MemberParams,
    answer: SessionsAnswer,
    refusals: ['member-not-found'],
    example: { params, answer: { data: [session] } },
  },
  'DELETE /admin/members/:member/sessions': {
    summary: 'Log a member out everywhere',
    about: 'Answers how many sessions were running. Password and other ways in stay as they are.',
    caller: 'server',
    params: MemberParams,
    answer: EndedSessionsAnswer,
    refusals: ['member-not-found'],
    example: { params, answer: { data: { ended: 3 } } },
  },
  'DELETE /admin/members/:member/sessions/:id': {
    summary: 'End one session of a member',
    caller: 'server',
    params: MemberSessionParams,
    answer: EndedSessionAnswer,
    refusals: ['member-not-found', 'session-not-found'],
    example: { params: { ...params, id: session.id }, answer: { data: { id: session.id } } },
  },
  'POST /admin/members/:member/add-plan': {
    summary: 'Add a free plan to a member',
    about: 'Plans with `restrictToAdmin` too. Safe to repeat.',
    caller: 'server',
    params: MemberParams,
    body: PlanOfMemberRequest,
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'plan-not-free', 'can-only-have-one-active-team'],
    example: { params, body: plan, answer: 'The text OK.' },
  },
  'POST /admin/members/:member/remove-plan': {
    summary: 'Remove a free plan from a member',
    caller: 'server',
    params: MemberParams,
    body: PlanOfMemberRequest,
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
    example: { params, body: plan, answer: 'The text OK.' },
  },
  'GET /admin/app': {
    summary: 'Read the site’s settings',
    about: 'Everything but its secrets, in the shape of the site’s file. `/docs/sites` explains every setting.',
    caller: 'server',
    answer: SiteDeclarationAnswer,
    refusals: ['app-not-found'],
    example: { answer: { data: declaration } },
  },
  'PUT /admin/app': {
    summary: 'Replace the site’s settings',
    about:
      'The body is the whole site: a setting it leaves out falls back to its default, a plan it leaves out is removed; secrets that are left out stay. With `dryRun=true` the answer lists the changes and nothing is saved. A plan or price that members have becomes INACTIVE instead. `id`, `mode`, `ownPages`, `isPaid` and `memberLimit` can be changed by the operator only. Send the `ETag` of `GET /admin/app` as `If-Match`, and the call fails with `changed-meanwhile` if somebody else saved in between. A body has at most 64 KB; apply a larger site by command. `invalid-settings` lists every mistake in `faults`, each with its path.',
    caller: 'server',
    query: ApplySiteQuery,
    body: ApplySiteRequest,
    answer: ApplySiteAnswer,
    refusals: ['invalid-settings', 'app-not-found', 'changed-meanwhile'],
    example: {
      query: { dryRun: 'true' },
      body: { ...declaration, name: 'Riverbend' },
      answer: {
        data: {
          applied: false,
          changes: [{ kind: 'changed', path: 'name', from: '"Riverbend Makers"', to: '"Riverbend"' }],
        },
      },
    },
  },
});

/** What the API reference says of them. */
export const administrationSubject: CallSubject = {
  title: 'Administration',
  about: `For the site’s own server, with a secret key in \`X-API-KEY\`. The operator creates keys with \`npm run intake -- app keys app_… --create <label>\`. A key opens one site until it expires or is revoked. Never put one into a page: requests with an \`Origin\` header are refused. One network gets ${callsPerServer.points} answers a second.`,
  calls: administrationCalls,
};
