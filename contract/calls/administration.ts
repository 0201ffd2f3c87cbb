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
import { defineCalls } from '../call.ts';
import { EndedSessionAnswer, EndedSessionsAnswer, SessionsAnswer } from '../sessions.ts';
import { badPassword } from './bad-password.ts';

/** What a site's own server does with its members, and with what is declared about the site. */
export const administrationCalls = defineCalls({
  'GET /admin/members': {
    caller: 'server',
    query: ListMembersQuery,
    answer: ListMembersAnswer,
  },
  'POST /admin/members': {
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
  },
  'GET /admin/members/:member': {
    caller: 'server',
    params: MemberParams,
    answer: AdministeredMemberAnswer,
    refusals: ['member-not-found'],
  },
  'PATCH /admin/members/:member': {
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
  },
  'DELETE /admin/members/:member': {
    caller: 'server',
    params: MemberParams,
    answer: DeletedMemberAnswer,
    refusals: ['member-not-found'],
  },
  'GET /admin/members/:member/sessions': {
    caller: 'server',
    params: MemberParams,
    answer: SessionsAnswer,
    refusals: ['member-not-found'],
  },
  'DELETE /admin/members/:member/sessions': {
    caller: 'server',
    params: MemberParams,
    answer: EndedSessionsAnswer,
    refusals: ['member-not-found'],
  },
  'DELETE /admin/members/:member/sessions/:id': {
    caller: 'server',
    params: MemberSessionParams,
    answer: EndedSessionAnswer,
    refusals: ['member-not-found', 'session-not-found'],
  },
  'POST /admin/members/:member/add-plan': {
    caller: 'server',
    params: MemberParams,
    body: PlanOfMemberRequest,
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'plan-not-free', 'can-only-have-one-active-team'],
  },
  'POST /admin/members/:member/remove-plan': {
    caller: 'server',
    params: MemberParams,
    body: PlanOfMemberRequest,
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
  },
  'GET /admin/app': {
    caller: 'server',
    answer: SiteDeclarationAnswer,
    refusals: ['app-not-found'],
  },
  'PUT /admin/app': {
    caller: 'server',
    query: ApplySiteQuery,
    body: ApplySiteRequest,
    answer: ApplySiteAnswer,
    refusals: ['invalid-settings', 'app-not-found', 'changed-meanwhile'],
  },
});
