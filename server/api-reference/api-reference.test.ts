import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors, type ErrorCode } from '../../contract/errors.ts';
import { createEnrolment } from '../enrolment/enrolment.ts';
import { siteEventNames } from '../membership/site-events/site-event.ts';
import { cardEventRoutes } from '../platform/cards/card-events/intake.routes.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { systemRoutes } from '../system.routes.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { callGroups } from './call-groups.ts';
import { apiReferenceRoutes } from './api-reference.routes.ts';
import { collectRoutes } from '../platform/http/described-routes.ts';
import { findGaps, matchNotes, type NotedCall } from './noted-calls.ts';
import { sourceOf } from './refusals.ts';

let membership: TestMembership;
let gaps: string[];
let calls: NotedCall[];
let page: string;
let description: any;

beforeAll(async () => {
  membership = await startTestMembership();
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  const routes = collectRoutes(app);
  membership.membership.routes(app);
  const enrolment = createEnrolment({ log: createLog('silent') } as never, membership.membership);
  enrolment.routes(app);
  app.register(async (scoped) => cardEventRoutes(scoped as never, {} as never));
  systemRoutes(app, membership.database.db, { isStopping: () => false });
  await app.after();
  gaps = findGaps(routes, callGroups);
  calls = matchNotes(routes, callGroups);
  apiReferenceRoutes(app, [...routes], 'http://localhost:4000');
  await app.ready();
  page = (await app.inject('/docs/api')).payload;
  description = (await app.inject('/docs/api/openapi.json')).json();
  await app.close();
});
afterAll(() => membership.stop());

const operations = () =>
  Object.values(description.paths as Record<string, Record<string, any>>).flatMap((path) => Object.values(path));

describe('the API reference', () => {
  test('describes every call there is and no other', () => {
    expect(gaps).toEqual([]);
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
    const missing = calls.flatMap(({ key, note: { example }, route: { schemas } }) => {
      const described = Object.keys((schemas.querystring as { shape?: object } | undefined)?.shape ?? {});
      return Object.keys(example.query ?? {})
        .filter((name) => !described.includes(name))
        .map((name) => `${key}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('shows every refusal, and where it comes from', () => {
    const codes = Object.keys(errors) as ErrorCode[];
    for (const code of codes) expect(page).toContain(`id="refusal-${code}"`);
    expect(codes.filter((code) => sourceOf(code, calls) === undefined)).toEqual([]);
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
