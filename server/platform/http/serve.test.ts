import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defineCalls, type Caller, type LimitRule } from '../../../contract/call.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { createRateLimits, type RateLimits } from './limits.ts';
import { servePlainPages } from './plain-pages.ts';
import { checksCallers, serving } from './serve.ts';
import { createHttpServer } from './server.ts';
import type { Http } from './typed.ts';

let database: TestDatabase;
let limits: RateLimits;
beforeAll(async () => {
  database = await createTestDatabase();
  limits = createRateLimits(database.productPool);
});
afterAll(() => database.drop());

const declaredLimit: LimitRule = { name: 'declared', per: 'network', points: 1, seconds: 60 };
const otherLimit: LimitRule = { name: 'other', per: 'network', points: 1, seconds: 60 };
const calls = defineCalls({
  'GET /declared': { caller: 'open', refusals: ['cohort-full'] },
  'GET /undeclared': { caller: 'open', refusals: ['cohort-full'] },
  'GET /declared-limit': { caller: 'open', limits: [declaredLimit] },
  'GET /other-limit': { caller: 'open', limits: [declaredLimit] },
  'GET /page': { caller: 'open', mediaType: 'text/html' },
});

/** A server over HTTP whose calls refuse, some of them in ways that they do not declare. */
async function startRefusing({ strict }: { strict: boolean }) {
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const app = createHttpServer({ log: createLog('info', lines), trustedProxies: [], strict });
  onTestFinished(() => app.close());
  const serve = serving(app, calls);
  serve('GET /declared', () => Promise.reject(new Refusal('cohort-full')));
  serve('GET /undeclared', () => Promise.reject(new Refusal('team-full')));
  for (const [name, rule] of [
    ['GET /declared-limit', declaredLimit],
    ['GET /other-limit', otherLimit],
  ] as const)
    serve(name, async () => {
      const key = strict ? 'strict' : 'production';
      await limits.take(rule, key);
      await limits.take(rule, key);
    });
  servePlainPages(app, { appUrl: '' }, (pages) =>
    serving(pages, calls)('GET /page', () => Promise.reject(new Refusal('team-full'))),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    logged: () => logged,
    async ask(path: string) {
      const answer = await fetch(origin + path);
      const text = await answer.text();
      const error = text.startsWith('{') ? (JSON.parse(text).error as { code: string; message: string }) : undefined;
      return { status: answer.status, text, error };
    },
  };
}

const asText = (part: string) => expect.stringContaining(part);

describe('outside production', () => {
  test.for([
    ['/undeclared', 'GET /undeclared answers "team-full"'],
    ['/other-limit', 'GET /other-limit answers "too-many-requests" by the limit "other"'],
    ['/page', 'GET /page answers "team-full"'],
  ])('what %s does not declare is a fault that names it', async ([path, message]) => {
    const server = await startRefusing({ strict: true });
    expect(await server.ask(path!)).toMatchObject({
      status: 500,
      error: { code: 'unknown-error', message: asText(message!) },
    });
  });

  test('what a call declares is answered as it is', async () => {
    const server = await startRefusing({ strict: true });
    expect((await server.ask('/declared')).error).toMatchObject({ code: 'cohort-full' });
    expect((await server.ask('/declared-limit')).error).toMatchObject({ code: 'too-many-requests' });
    expect(server.logged()).not.toContain('does not declare');
  });
});

describe('in production', () => {
  test.for([
    ['/undeclared', 'team-full'],
    ['/other-limit', 'too-many-requests'],
  ])('what %s does not declare is answered and logged', async ([path, code]) => {
    const server = await startRefusing({ strict: false });
    const { error, text } = await server.ask(path!);
    expect(error).toMatchObject({ code });
    expect(text).not.toContain('limit');
    expect(server.logged()).toContain('does not declare');
  });

  test('a refusal that a page does not declare is still a page', async () => {
    const server = await startRefusing({ strict: false });
    expect(await server.ask('/page')).toMatchObject({ status: 409, text: asText('<!doctype html>') });
    expect(server.logged()).toContain('does not declare');
  });

  test('what is declared is not logged', async () => {
    const server = await startRefusing({ strict: false });
    expect((await server.ask('/declared')).error).toMatchObject({ code: 'cohort-full' });
    expect(server.logged()).not.toContain('does not declare');
  });
});

describe('a scope', () => {
  const build = async (define: (app: Http) => void) => {
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    onTestFinished(() => app.close());
    define(app);
    await app.ready();
  };
  const inScope = (callers: readonly Caller[], define: (scoped: Http) => void) =>
    build(
      (app) =>
        void app.register(async (scoped) => {
          checksCallers(scoped, callers);
          // What a scope checks it checks in its parts too.
          void scoped.register(async (part) => define(part));
        }),
    );
  const mount = (caller: Caller) => (app: Http) =>
    serving(app, defineCalls({ 'GET /lesson': { caller } }))('GET /lesson', async () => ({}));

  test('takes the calls of its callers', async () => {
    await expect(inScope(['visitor', 'member'], mount('visitor'))).resolves.toBeUndefined();
    await expect(inScope(['visitor', 'member'], mount('member'))).resolves.toBeUndefined();
    await expect(inScope(['server'], mount('server'))).resolves.toBeUndefined();
    await expect(build(mount('open'))).resolves.toBeUndefined();
  });

  test.for<[Caller, Caller[]]>([
    ['server', ['visitor', 'member']],
    ['open', ['visitor', 'member']],
    ['member', ['server']],
  ])('a call of the caller %s does not start among those of %s', async ([caller, callers]) => {
    await expect(inScope(callers, mount(caller))).rejects.toThrow(
      `GET /lesson is declared for the caller "${caller}" and cannot be mounted among calls of: ${callers.join(', ')}`,
    );
  });

  test.for<Caller>(['visitor', 'member', 'server'])(
    'a call of the caller %s does not start outside',
    async (caller) => {
      await expect(build(mount(caller))).rejects.toThrow('cannot be mounted among calls of: open');
    },
  );

  test('a route that is no declared call does not start in it', async () => {
    const bare = (app: Http) => void app.get('/lesson', async () => ({}));
    await expect(inScope(['member'], bare)).rejects.toThrow('GET /lesson is no call in contract/');
    await build(bare);
  });

  test('nothing but calls for staff starts at an address of the console’s calls', async () => {
    const bare = (app: Http) => void app.get('/console/api/lesson', async () => ({}));
    await expect(build(bare)).rejects.toThrow('GET /console/api/lesson is no call in contract/');
    const open = (app: Http) =>
      serving(app, defineCalls({ 'GET /console/api/lesson': { caller: 'open' } }))(
        'GET /console/api/lesson',
        async () => ({}),
      );
    await expect(build(open)).rejects.toThrow('cannot be mounted among calls of: open');
    const may = { within: 'own' } as const;
    const elsewhere = (app: Http) =>
      serving(app, defineCalls({ 'GET /lesson': { caller: 'staff', may } }))('GET /lesson', async () => ({}));
    await expect(inScope(['staff'], elsewhere)).rejects.toThrow('GET /lesson is declared for the caller "staff"');
  });
});
