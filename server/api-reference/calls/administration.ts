import { callsPerServer } from '../../../contract/call.ts';
import { administrationCalls } from '../../../contract/calls/administration.ts';
import { describeCalls } from '../call-note.ts';
import { member, session } from '../example-objects.ts';

const params = { member: member.id };
const administered = { ...member, json: { theme: 'dark' } };
const plan = { planId: 'pln_demo_free' };
const declaration = {
  id: 'app_demo',
  name: 'Riverbend Makers',
  publicKey: 'pk_sb_demo',
  mode: 'sandbox',
  fields: [{ key: 'first-name', label: 'First name' }],
};

export const administrationReference = describeCalls(administrationCalls, {
  title: 'Administration',
  about: `What a site’s own server may do, with a secret key in \`X-API-KEY\`. The operator makes keys with \`npm run intake -- app keys\`. A key opens one site and works from the moment it is made until it is revoked or has expired. Never put one in a page: requests with an \`Origin\` are refused. An address gets ${callsPerServer.points} answers a second.`,
  notes: {
    'GET /admin/members': {
      summary: 'List members',
      about:
        'In the order they joined, or with `order=DESC` the other way round. `after` is the `endCursor` of the page before; `limit` is 50 unless said and at most 100.',
      example: {
        query: { limit: '1' },
        answer: { totalCount: 25, endCursor: 456, hasNextPage: true, data: [member] },
      },
    },
    'POST /admin/members': {
      summary: 'Make a member',
      about:
        'Nothing is mailed. Without a password they log in by mailed code or provider. Plans are given if they cost nothing. Fields only the service writes may be written here.',
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
      about: 'By id or by e-mail address.',
      example: { params, answer: { data: administered } },
    },
    'PATCH /admin/members/:member': {
      summary: 'Change a member',
      about:
        'Custom fields and metadata merge one level deep, where null takes a metadata key away; the JSON is replaced. Metadata takes 50 pairs of 500 characters. Another address counts at once and signs the member out everywhere.',
      example: { params, body: { json: administered.json, verified: true }, answer: { data: administered } },
    },
    'DELETE /admin/members/:member': {
      summary: 'Delete a member',
      about:
        'With all they have. Open checkouts end at the card provider first, and subscriptions are cancelled. The member is deleted also while the card provider is away; what is paid for an account that is gone is refunded.',
      example: { params, answer: { data: { id: member.id } } },
    },
    'GET /admin/members/:member/sessions': {
      summary: 'List the sessions of a member',
      about: 'The last used first.',
      example: { params, answer: { data: [session] } },
    },
    'DELETE /admin/members/:member/sessions': {
      summary: 'Log a member out everywhere',
      about: 'Answers how many sessions were running. Password and other ways in stay as they are.',
      example: { params, answer: { data: { ended: 3 } } },
    },
    'DELETE /admin/members/:member/sessions/:id': {
      summary: 'End one session of a member',
      example: { params: { ...params, id: session.id }, answer: { data: { id: session.id } } },
    },
    'POST /admin/members/:member/add-plan': {
      summary: 'Give a plan that costs nothing',
      about: 'Those that only the site gives too. Safe to repeat.',
      example: { params, body: plan, answer: 'The text OK.' },
    },
    'POST /admin/members/:member/remove-plan': {
      summary: 'Take a plan that costs nothing',
      example: { params, body: plan, answer: 'The text OK.' },
    },
    'GET /admin/app': {
      summary: 'Read what is declared about the site',
      about: 'Everything but its secrets, in the shape of the site’s file; `docs/sites.md` explains every setting.',
      example: { answer: { data: declaration } },
    },
    'PUT /admin/app': {
      summary: 'Declare the site anew',
      about:
        'The body is the whole site: what it does not name does not hold, but secrets that are left out stay. With `dryRun=true` nothing changes. A plan or price that members have becomes INACTIVE instead of going. `id`, `mode`, `ownPages`, `isPaid` and `memberLimit` are the operator’s. With `If-Match` and the `ETag` of a read, a change made meanwhile is not undone but refused. A body has 64 KB at most; larger sites are applied by command. A refusal lists every fault in `faults`, each with its path.',
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
  },
});
