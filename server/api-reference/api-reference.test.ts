import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsOf, refusalsOf, type CallDefinition, type CallName } from '../../contract/call.ts';
import { errors, type ErrorCode } from '../../contract/errors.ts';
import { createEnrolment } from '../enrolment/enrolment.ts';
import { siteEventNames } from '../membership/site-events/site-event.ts';
import { cardEventRoutes } from '../platform/cards/card-events/intake.routes.ts';
import { describeAnswer } from '../platform/http/answer-texts.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { systemRoutes } from '../web/system.routes.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { callGroups } from './call-groups.ts';
import { apiReferenceRoutes } from './api-reference.routes.ts';
import type { CallGroup, NotedCall } from './call-note.ts';
import { limitLine } from './limits.ts';
import { sourceOf } from './refusals.ts';

let membership: TestMembership;
let mounted: RouteOptions[];
let page: string;
let description: any;
const origin = 'http://localhost:4321';

beforeAll(async () => {
  membership = await startTestMembership();
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void (route.method !== 'HEAD' && routes.push(route)));
  membership.membership.routes(app);
  const enrolment = createEnrolment({ log: createLog('silent') } as never, membership.membership);
  enrolment.routes(app);
  app.register(async (scoped) => cardEventRoutes(scoped as never, {} as never));
  systemRoutes(app, membership.database.db, { isStopping: () => false });
  await app.after();
  mounted = [...routes];
  apiReferenceRoutes(app, origin);
  await app.ready();
  page = (await app.inject('/docs/api')).payload;
  description = (await app.inject('/docs/api/openapi.json')).json();
  await app.close();
});
afterAll(() => membership.stop());

/** Calls that change something, or only look so, and need no limit. */
const unlimited: Partial<Record<CallName, string>> = {
  'POST /app-member': 'reads; counts a view in memory, with a share for each client',
  'POST /page-view': 'counted in memory, with a share for each client',
  'POST /event': 'counted in memory, with a share for each client',
  'POST /auth/passwordless/login': 'each code ends after a few tries',
  'POST /enrolment/leads/link': 'reads what a link opens',
  'POST /comments/unsubscribe': 'needs the token of a mail, and ends one subscription',
  'POST /secure-content': 'reads what a page shows, as often as it is shown',
  'POST /member/logout': 'ends the session it comes with',
  'POST /webhooks/stripe': 'signed by the card provider, and kept once',
};

const calls: NotedCall[] = callGroups.flatMap((group) => group.calls);

/** Calls are the same where their definition is the same object. */
function differences(routes: readonly RouteOptions[], groups: readonly CallGroup[]): string[] {
  const described = groups.flatMap((group) => group.calls);
  const served = routes.filter(({ config }) => config?.call !== undefined);
  return [
    ...served
      .filter(({ config }) => described.every(({ definition }) => definition !== config!.call))
      .map(({ method, url }) => `${String(method)} ${url} is not described`),
    ...described
      .filter(({ definition }) => served.every(({ config }) => config!.call !== definition))
      .map(({ name }) => `${name} is not mounted`),
  ];
}

function compiles(schema: object): boolean {
  try {
    return typeof fastJson(schema) === 'function';
  } catch {
    return false;
  }
}

const redundantRefusals = ({ refusals = [], ...call }: CallDefinition) => {
  const given = refusalsOf(call);
  return refusals.filter((code) => given.includes(code as ErrorCode));
};

const operations = () =>
  Object.values(description.paths as Record<string, Record<string, any>>).flatMap((path) => Object.values(path));

describe('the API reference', () => {
  test('describes every call that is mounted and no other', () => {
    expect(
      differences(mounted, callGroups),
      'describe calls in server/api-reference/calls/ and call-groups.ts; mount routes in enrolment/enrolment.ts or membership/index.ts',
    ).toEqual([]);
    // Pages behind mailed links are for people.
    const others = mounted.filter(({ config }) => config?.call === undefined).map(({ url }) => url);
    expect(others.filter((url) => !url.startsWith('/account/'))).toEqual([]);
  });

  test('names the addresses of this service, and of no other, in every example', () => {
    for (const text of [page, JSON.stringify(description)]) {
      expect(text).toContain(origin);
      expect(text).not.toMatch(/localhost:400\d|\{intake\}/);
    }
  });

  test('a call that is not described, or not mounted, is found', () => {
    const [first, ...rest] = callGroups;
    const names = first!.calls.map(({ name }) => name);
    expect(new Set(differences(mounted, rest))).toEqual(new Set(names.map((name) => `${name} is not described`)));
    const without = mounted.filter(({ config }) => first!.calls.every(({ definition }) => definition !== config?.call));
    expect(differences(without, callGroups)).toEqual(names.map((name) => `${name} is not mounted`));
  });

  test('shows the limits of a call in a line', () => {
    const limits = [
      { name: 'try', per: 'network', points: 60, seconds: 60 },
      { name: 'coupon', per: 'member', points: 5, of: 'coupons', seconds: 7_200 },
      { name: 'guess', per: 'account', points: 100, seconds: 0 },
    ] as const;
    expect(limitLine({ caller: 'open', limits })).toBe(
      'At most 60 in a minute for each network. At most 5 coupons in 2 hours for each member. At most 100 in a row for each account.',
    );
    expect(description.paths['/admin/app'].get.description).toMatch(/\n\nAt most 25 in a second for each network\.$/);
    expect(page).toContain('<p>At most 25 in a second for each network.</p>');
  });

  test('no call declares a refusal that it has by its caller, body or limits', () => {
    expect(calls.flatMap(({ name, definition }) => redundantRefusals(definition).map((code) => [name, code]))).toEqual(
      [],
    );
  });

  test('a refusal that is declared though the caller or a file gives it is found', () => {
    const upload = { caller: 'member', file: 'picture', refusals: ['storage-full', 'unsupported-media-type'] } as const;
    expect(redundantRefusals(upload)).toEqual(['unsupported-media-type']);
    expect(redundantRefusals({ caller: 'member', refusals: ['login-required'] })).toEqual(['login-required']);
  });

  test('every answer can be written: the code for its schema compiles', () => {
    const answers = calls.flatMap(({ name, definition: { answer } }) => (answer ? [{ name, answer }] : []));
    expect(answers.length).toBeGreaterThan(50);
    const failing = answers.filter(({ answer }) => !compiles(describeAnswer(answer))).map(({ name }) => name);
    expect(failing).toEqual([]);
    expect(compiles({ $ref: '#/definitions/nowhere' })).toBe(false);
  });

  test('is valid OpenAPI', async () => {
    expect(await new Validator().validate(description)).toMatchObject({ valid: true });
  });

  test('describes numbers in an address as numbers, with their bounds', () => {
    const { parameters } = description.paths['/admin/members'].get;
    const schemaOf = (name: string) => parameters.find((each: { name: string }) => each.name === name).schema;
    expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(schemaOf('limit')).not.toHaveProperty('pattern');
    expect(schemaOf('first').description).toContain('`limit`');
  });

  test('describes every parameter its examples have', () => {
    const missing = calls.flatMap(({ name, note: { example }, definition: { query } }) => {
      const described = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
      return Object.keys(example.query ?? {})
        .filter((each) => !described.includes(each))
        .map((each) => `${name}: ${each}`);
    });
    expect(missing).toEqual([]);
  });

  test('shows every refusal, and where it comes from', () => {
    const codes = Object.keys(errors) as ErrorCode[];
    for (const code of codes) expect(page).toContain(`id="refusal-${code}"`);
    expect(
      codes.filter((code) => sourceOf(code, calls) === undefined),
      'declare the refusal at the calls that answer with it, in contract/calls/',
    ).toEqual([]);
  });

  test('names the calls that answer member-not-found, and says of what any caller meets that it comes from any call', () => {
    const names = (sourceOf('member-not-found', calls) as readonly NotedCall[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET /admin/members/:member', 'POST /auth/login', 'POST /member']));
    expect(names).not.toContain('GET /app');
    expect(sourceOf('login-required', calls)).toBe('any call');
  });

  test('shows each call with the public key of the site it belongs to', () => {
    const exampleOf = (id: string) => page.slice(page.indexOf(`<article id="${id}"`)).split('</article>')[0];
    expect(exampleOf('get-enrolment-catalogue')).toContain('X-API-Key: pk_sb_enrolment');
    expect(exampleOf('get-app')).toContain('X-API-Key: pk_sb_demo');
  });

  test('names every event that webhooks tell of', () => {
    expect(siteEventNames.filter((name) => !page.includes(`<code>${name}</code>`))).toEqual([]);
  });

  test('leads to nothing that is not on the page', () => {
    const ids = new Set([...page.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/\bid="/g)].length);
  });

  test('gives examples that are what they describe', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: description.components });
    for (const operation of operations()) {
      const exchanged = [operation.requestBody, operation.responses['200']];
      for (const { schema, example } of exchanged.flatMap((each) => each?.content?.['application/json'] ?? [])) {
        const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
        const isValid = ajv.compile(JSON.parse(text));
        expect(isValid(example), `${operation.operationId}: ${ajv.errorsText(isValid.errors)}`).toBe(true);
      }
    }
  });

  test('carries nothing that could run and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:|src=/i);
  });
});

test('every call that changes something has a limit, or a reason for none', () => {
  const without = calls
    .filter(({ name, definition }) => !name.startsWith('GET ') && limitsOf(definition).length === 0)
    .map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(unlimited).toSorted());
});
