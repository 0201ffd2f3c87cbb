import { defineCalls } from '../call.ts';

export const administrationCalls = defineCalls({
  'GET /admin/members': {
    caller: 'server',
    // SCHEMA not found
  },
  'POST /admin/members': {
    caller: 'server',
    // SCHEMA not found
    refusals: [
      'invalid-email',
      'email-already-in-use',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
      'plan-not-found',
      'plan-not-free',
      'can-only-have-one-active-team',
      'test-mode-member-limit-reached',
      'invalid-field-value',
      'field-not-writable',
      'invalid-request',
    ],
  },
  'GET /admin/members/:member': {
    caller: 'server',
    // SCHEMA not found
    refusals: ['member-not-found'],
  },
  'PATCH /admin/members/:member': {
    caller: 'server',
    // SCHEMA not found
    refusals: [
      'member-not-found',
      'invalid-email',
      'email-already-in-use',
      'invalid-field-value',
      'field-not-writable',
      'invalid-request',
    ],
  },
  'DELETE /admin/members/:member': {
    caller: 'server',
    // SCHEMA not found
    refusals: ['member-not-found'],
  },
  'POST /admin/members/:member/add-plan': {
    caller: 'server',
    // SCHEMA not found
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'plan-not-free', 'can-only-have-one-active-team'],
  },
  'POST /admin/members/:member/remove-plan': {
    caller: 'server',
    // SCHEMA not found
    mediaType: 'text/plain',
    refusals: ['member-not-found', 'plan-not-found', 'no-plan-found', 'plan-not-free', 'cannot-change-team-account'],
  },
  'GET /admin/app': {
    caller: 'server',
    // SCHEMA not found
    refusals: ['app-not-found'],
  },
  'PUT /admin/app': {
    caller: 'server',
    // SCHEMA not found
    refusals: ['invalid-settings', 'app-not-found', 'changed-meanwhile'],
  },
});
