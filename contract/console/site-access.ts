import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { SiteParams } from './members-schemas.ts';
import {
  DeliveriesAnswer,
  DeliveriesQuery,
  DeliveryOfSiteParams,
  EndpointParams,
  EndpointsAnswer,
  KeyParams,
  KeysAnswer,
  NewKeyAnswer,
  NewKeyRequest,
  OneDeliveryAnswer,
  ReasonRequest,
  RevokedKeyAnswer,
  TestMessageAnswer,
  TestMessageRequest,
  WebhookSecretAnswer,
  type ListedEndpoint,
  type ListedKey,
} from './site-schemas.ts';
import { RetryDeliveryAnswer } from '../administration.ts';

const site = { siteId: 'app_demo' };
const key: ListedKey = {
  id: 'key_4h8d2k9s1w5x7t0c3p6v8n2b',
  label: 'club server',
  createdAt: '2026-11-20T09:12:44.000Z',
  lastUsedAt: null,
  revokedAt: null,
  expiresAt: null,
};
const attempt = { at: '2026-11-20T09:12:45.000Z', status: 500, ms: 84, answer: 'Internal Server Error' };
const endpoint: ListedEndpoint = {
  id: 'club',
  url: 'https://club.example/hook',
  events: 'all',
  enabled: true,
  switchedOffAt: null,
  lastAttempts: [attempt],
};
const delivery = {
  id: 'msg_4h8d2k9s1w5x7t0c3p6v8n2b',
  endpointId: 'club',
  event: 'team.created',
  state: 'waiting',
  attempts: [attempt],
  createdAt: '2026-11-20T09:12:44.000Z',
  nextAttemptAt: '2026-11-20T09:12:50.000Z',
} as const;
const ofDelivery = { ...site, deliveryId: delivery.id };
const ofEndpoint = { ...site, endpointId: endpoint.id };
const reason = 'It stood in a log.';
const may = { permission: 'change-sites', within: 'site' } as const satisfies StaffMay;
const mayWithProof = { ...may, freshProof: true } as const;

/** The secret keys of a site, and what is sent to its webhooks. */
export const siteAccessCalls = defineCalls({
  'GET /console/api/sites/:siteId/keys': {
    summary: 'List the secret keys of a site',
    about: 'Revoked and expired ones too. What they are made of is not stored.',
    caller: 'staff',
    may,
    params: SiteParams,
    answer: KeysAnswer,
    refusals: ['not-found'],
    example: { params: site, answer: { data: [key] } },
  },
  'POST /console/api/sites/:siteId/keys': {
    summary: 'Create a secret key',
    about: 'The key itself is in this answer alone.',
    caller: 'staff',
    may: mayWithProof,
    params: SiteParams,
    body: NewKeyRequest,
    answer: NewKeyAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'site-void'],
    example: {
      params: site,
      body: { label: key.label, days: 90 },
      answer: { data: { id: key.id, key: 'sk_sb_…', expiresAt: '2027-02-18T09:12:44.000Z' } },
    },
  },
  'POST /console/api/sites/:siteId/keys/:keyId/revocation': {
    summary: 'Revoke a secret key',
    about: 'From the next request on it opens nothing.',
    caller: 'staff',
    may: mayWithProof,
    params: KeyParams,
    body: ReasonRequest,
    answer: RevokedKeyAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'key-not-found'],
    example: { params: { ...site, keyId: key.id }, body: { reason }, answer: { data: { id: key.id } } },
  },
  'GET /console/api/sites/:siteId/webhooks': {
    summary: 'List the webhooks of a site',
    about: 'With how the last attempt fared. They are declared in the site’s settings.',
    caller: 'staff',
    may,
    params: SiteParams,
    answer: EndpointsAnswer,
    refusals: ['not-found'],
    example: { params: site, answer: { data: [endpoint] } },
  },
  'POST /console/api/sites/:siteId/webhooks/test': {
    summary: 'Send an example of an event',
    about: 'To every endpoint that listens to it. Ids of tests begin with `msg_test_`.',
    caller: 'staff',
    may,
    params: SiteParams,
    body: TestMessageRequest,
    answer: TestMessageAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'webhook-not-found'],
    example: {
      params: site,
      body: { event: 'team.created' },
      answer: { data: [{ id: 'msg_test_4h8d2k9s1w5x7t0c3p6v8n2b', endpointId: endpoint.id }] },
    },
  },
  'POST /console/api/sites/:siteId/webhooks/:endpointId/secret': {
    summary: 'Show what messages to a webhook are signed with',
    about: 'Each look stands in the audit log.',
    caller: 'staff',
    may: mayWithProof,
    params: EndpointParams,
    answer: WebhookSecretAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'webhook-not-found'],
    example: { params: ofEndpoint, answer: { data: { secret: 'whsec_…' } } },
  },
  'POST /console/api/sites/:siteId/webhooks/:endpointId/rotation': {
    summary: 'Give a webhook another secret',
    about: 'For a day messages are signed with both.',
    caller: 'staff',
    may: mayWithProof,
    params: EndpointParams,
    body: ReasonRequest,
    answer: WebhookSecretAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'webhook-not-found'],
    example: { params: ofEndpoint, body: { reason }, answer: { data: { secret: 'whsec_…' } } },
  },
  'GET /console/api/sites/:siteId/deliveries': {
    summary: 'List what was sent to webhooks',
    about: 'The newest first. `before` is the id of the last one seen.',
    caller: 'staff',
    may,
    params: SiteParams,
    query: DeliveriesQuery,
    answer: DeliveriesAnswer,
    refusals: ['not-found'],
    example: { params: site, query: { state: 'waiting' }, answer: { data: [delivery] } },
  },
  'GET /console/api/sites/:siteId/deliveries/:deliveryId': {
    summary: 'Read what was sent to a webhook',
    about: 'With its payload, which is null once it is not kept any more.',
    caller: 'staff',
    may,
    params: DeliveryOfSiteParams,
    answer: OneDeliveryAnswer,
    refusals: ['not-found', 'webhook-not-found'],
    example: { params: ofDelivery, answer: { data: { ...delivery, payload: {} } } },
  },
  'POST /console/api/sites/:siteId/deliveries/:deliveryId/retry': {
    summary: 'Send a message once more',
    about: 'At once and under the same id, whether or not it arrived before.',
    caller: 'staff',
    may,
    params: DeliveryOfSiteParams,
    answer: RetryDeliveryAnswer,
    limits: [writesPerStaff],
    refusals: ['not-found', 'webhook-not-found'],
    example: { params: ofDelivery, answer: { data: { id: delivery.id } } },
  },
});

/** What is said of them. */
export const siteAccessSubject: ConsoleSubject = {
  title: 'Secret keys and webhooks',
  about: 'What opens a site to its own server, and what that is told.',
  calls: siteAccessCalls,
};
