import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsOf, refusalsOf, type CallDefinition, type CallName } from '../../contract/call.ts';
import { consoleErrors, errors, type ErrorCode } from '../../contract/errors.ts';
import { createEnrolment } from '../enrolment/enrolment.ts';
import { siteEventNames } from '../../contract/site-events.ts';
import { cardEventRoutes } from '../platform/cards/card-events/intake.routes.ts';
import { describeAnswer } from '../platform/http/answer-texts.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { systemRoutes } from '../web/system.routes.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { callGroups, toGroup, type CallGroup, type NamedCall } from './call-groups.ts';
import { apiReferenceRoutes } from './api-reference.routes.ts';
import { limitLine } from './limits.ts';
import { renderReference } from './reference-page.ts';
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
  page = renderReference(callGroups, origin).main.replaceAll('{intake}', origin);
  description = (await app.inject('/docs/api/openapi.json')).json();
  await app.close();
});
afterAll(() => membership.stop());

/** Calls with an unsafe method that need no rate limit, each with the reason. */
const unlimited: Partial<Record<CallName, string>> = {
  'POST /app-member': 'reads; counts a view in memory, with a share for each client',
  'POST /page-view': 'counted in memory, with a share for each client',
  'POST /event': 'counted in memory, with a share for each client',
  'POST /auth/passwordless/login': 'each code ends after a few tries',
  'POST /enrolment/leads/link': 'reads what a link opens',
  'POST /comments/unsubscribe': 'needs the token of a mail, and ends one subscription',
  'POST /secure-content': 'reads what a page shows, as often as it is shown',
  'POST /member/logout': 'ends the session it comes with',
  'DELETE /member-view': 'ends the view it comes with',
  'POST /webhooks/stripe': 'signed by the card provider, and kept once',
};

const calls: NamedCall[] = callGroups.flatMap((group) => group.calls);

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
      'serve each call of contract/calls/ in a *.routes.ts, and name those routes in features.ts of its domain',
    ).toEqual([]);
    // Pages behind mailed links are not part of the API.
    const others = mounted.filter(({ config }) => config?.call === undefined).map(({ url }) => url);
    expect(others.filter((url) => !url.startsWith('/account/'))).toEqual([]);
  });

  test('a file of contract/calls/ that exports no subject, or calls of another, is found', () => {
    const table = { 'GET /lesson': { caller: 'open' } };
    expect(() => toGroup('lessons', { table })).toThrow('contract/calls/lessons.ts must export one table of calls');
    const subject = { title: 'Lessons', about: '', calls: {} };
    expect(() => toGroup('lessons', { table, subject })).toThrow('and its subject');
    expect(toGroup('lessons', { table, subject: { ...subject, calls: table } }).calls.map(({ name }) => name)).toEqual([
      'GET /lesson',
    ]);
  });

  test('names the addresses of this service, and of no other, in every example', () => {
    for (const text of [page, JSON.stringify(description)]) {
      expect(text).toContain(origin);
      expect(text).not.toMatch(/localhost:400\d|\{intake\}/);
    }
  });

  test('an undescribed and an unmounted call are found, the negative control', () => {
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

  test('no call declares a refusal that follows from its caller, body or limits', () => {
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
    const missing = calls.flatMap(({ name, definition: { query, example } }) => {
      const described = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
      return Object.keys(example.query ?? {})
        .filter((each) => !described.includes(each))
        .map((each) => `${name}: ${each}`);
    });
    expect(missing).toEqual([]);
  });

  test('has the headings that developers search for, each with an anchor of that name', () => {
    const headings = ['Authentication', 'Errors', 'Rate limits', 'Pagination', 'Idempotency', 'Compatibility'];
    const missing = headings.filter(
      (title) => !page.includes(`<section id="${title.toLowerCase().replace(' ', '-')}"><h2>${title}</h2>`),
    );
    expect(missing).toEqual([]);
    expect(page).not.toMatch(/>(?:Who asks|Too often|Refusals|Clients that are there already)</);
  });

  test('shows every refusal, and where it comes from', () => {
    const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => !(code in consoleErrors));
    for (const code of codes) expect(page).toContain(`id="refusal-${code}"`);
    expect(
      codes.filter((code) => sourceOf(code, calls) === undefined),
      'declare the refusal at the calls that answer with it, in contract/calls/',
    ).toEqual([]);
  });

  test('shows nothing of the console: no call of staff, and no refusal that only they meet', () => {
    expect(Object.keys(consoleErrors).length).toBeGreaterThan(0);
    expect(Object.keys(consoleErrors).filter((code) => page.includes(`refusal-${code}`))).toEqual([]);
    for (const text of [page, JSON.stringify(description)]) expect(text).not.toContain('/console/');
  });

  test('names the calls that answer member-not-found, and says of what any caller meets that it comes from any call', () => {
    const names = (sourceOf('member-not-found', calls) as readonly NamedCall[]).map(({ name }) => name);
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

  test('describes every webhook with the schema of its payload and an example that has it', () => {
    expect(Object.keys(description.webhooks)).toEqual(siteEventNames);
    const { schema, example } = description.webhooks['member.plan.added'].post.requestBody.content['application/json'];
    expect(schema.properties.event).toMatchObject({ const: 'member.plan.added' });
    expect(schema.properties.payload.properties.planConnection).toEqual({
      $ref: '#/components/schemas/PlanConnection',
    });
    expect(example.payload.planConnection).toMatchObject({ status: 'ACTIVE' });
  });

  test('has no broken links within the page', () => {
    const ids = new Set([...page.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/\bid="/g)].length);
  });

  test('has examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: description.components });
    const webhooks = Object.values(description.webhooks as Record<string, any>).map(({ post }) => post);
    for (const operation of [...operations(), ...webhooks]) {
      const exchanged = [operation.requestBody, operation.responses['200']];
      for (const { schema, example } of exchanged.flatMap((each) => each?.content?.['application/json'] ?? [])) {
        const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
        const isValid = ajv.compile(JSON.parse(text));
        expect(isValid(example), `${operation.operationId}: ${ajv.errorsText(isValid.errors)}`).toBe(true);
      }
    }
  });

  test('shows the request of every call in curl and in JavaScript', () => {
    const example = page.slice(page.indexOf('<article id="post-auth-login"')).split('</article>')[0]!;
    expect(example).toContain('fetch(&#39;http://localhost:4321/auth/login&#39;, {');
    expect(example).toContain('&#39;X-API-Key&#39;: &#39;pk_sb_demo&#39;,');
    expect(page.match(/<h4>JavaScript<\/h4>/g)).toHaveLength(calls.length);
    expect(page.match(/<h4>curl<\/h4>/g)).toHaveLength(calls.length);
  });

  test('offers to try a call that a page may make, and none with a secret key', () => {
    const offered = [...page.matchAll(/<div class="try" data-call="([^"]+)">/g)].map(
      ([, call]) =>
        (JSON.parse(call!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as NamedCall)
          .name,
    );
    expect(offered).toContain('POST /auth/login');
    expect(calls.filter(({ definition }) => definition.caller === 'server').length).toBeGreaterThan(0);
    expect(calls.filter(({ name, definition }) => definition.caller === 'server' && offered.includes(name))).toEqual(
      [],
    );
  });

  test('has no script and no external resource', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:|src=/i);
  });
});

test('every call that changes something has a limit, or a reason for none', () => {
  const without = calls
    .filter(({ name, definition }) => !name.startsWith('GET ') && limitsOf(definition).length === 0)
    .map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(unlimited).toSorted());
});
