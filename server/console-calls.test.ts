import { randomUUID } from 'node:crypto';
import fastJson from 'fast-json-stringify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consolePath, limitsOf, refusalsOf } from '../contract/call.ts';
import { staffCalls } from '../contract/console/staff.ts';
import { permissions } from '../contract/permissions.ts';
import { createSecretKey } from './membership/administration/secret-keys.ts';
import { createSites } from './membership/sites/sites.ts';
import { describeAnswer } from './platform/http/answer-texts.ts';
import { serving } from './platform/http/serve.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createLog } from './platform/log.ts';
import { countShown, findLeaks, findTellingTimes, hasLeak } from './testing/console-leaks.ts';
import { findTouched } from './testing/console-probes.ts';
import { canaryOf, siteOf, spots } from './testing/console-things.ts';
import { findOpenDoors, findWrongRoles, hasWrongRole, type Caller, type Send } from './testing/console-walk.ts';
import {
  buildConsoleWorld,
  isCallTable,
  readConsoleCalls,
  readExports,
  type ConsoleWorld,
  type WalkedCall,
} from './testing/console-world.ts';
import { buildLibrary } from './testing/library-site.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { openConsole, sessionCookieName } from './testing/staff-console.ts';

/** A walk of all calls with all roles takes its time. */
const patience = 600_000;

let product: TestProduct;
let world: ConsoleWorld;
let calls: WalkedCall[];
beforeAll(async () => {
  calls = await readConsoleCalls();
  product = await startTestProduct({ sites: [buildLibrary([])] });
  world = await buildConsoleWorld(product, openConsole(product));
}, patience);
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const ofSession = () => calls.filter(({ call }) => call.may.within !== 'sign-in');

describe('every call of the console', () => {
  test('is walked: the tables are found, each by its own', () => {
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(staffCalls)));
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
    expect(calls.filter(({ name }) => !name.split(' ')[1]!.startsWith(`${consolePath}/`))).toEqual([]);
    expect(calls.filter(({ call }) => call.caller !== 'staff' || call.may === undefined)).toEqual([]);
  });

  test('stands in a table that is walked, wherever the contract declares it', async () => {
    const declared = await Promise.all(
      ['console', 'calls'].map((folder) => readExports(new URL(`../contract/${folder}/`, import.meta.url))),
    );
    const ofStaff = declared
      .flat()
      .filter(isCallTable)
      .flatMap((table) => Object.entries(table).filter(([, { caller }]) => caller === 'staff'))
      .map(([name]) => name);
    expect(new Set(ofStaff)).toEqual(new Set(calls.map(({ name }) => name)));
  });

  test(
    'answers a role as the table of permissions says',
    async () => {
      expect(await findWrongRoles(world, calls)).toEqual([]);
    },
    patience,
  );

  test(
    'with the role unchecked fails the walk, the negative control',
    async () => {
      const asOwner: Send = async (method, path, options) =>
        world.console.call(method, path, { ...options, cookie: await world.console.session(world.people.owner.id) });
      const limited = calls.filter(hasLimitedRoles);
      expect(limited.length).toBeGreaterThan(0);
      const unfound: string[] = [];
      for (const each of limited) if (!(await hasWrongRole(world, each, asOwner))) unfound.push(each.name);
      expect(unfound).toEqual([]);
    },
    patience,
  );

  test(
    'answers about what is out of scope as if it did not exist, and changes nothing of it',
    async () => {
      let leaks: string[] = [];
      const touched = await findTouched(world, async () => (leaks = await findLeaks(world, calls)));
      expect({ leaks, touched }).toEqual({ leaks: [], touched: [] });
    },
    patience,
  );

  test('that changes something out of scope is found by its rows, the negative control', async () => {
    await world.thing('keyId', 'siteThere', { isWrite: false, path: {} });
    const rename = () =>
      world.database.pool.query(`update secret_key set label = 'changed' where site_id = $1`, [siteOf.siteThere]);
    expect((await findTouched(world, rename)).join()).toContain(canaryOf('siteThere'));
  });

  test(
    'with the scope unchecked fails the walk, the negative control',
    async () => {
      const asOwner: Send = async (method, path, options) =>
        world.console.call(method, path, { ...options, cookie: await world.console.session(world.people.owner.id) });
      const scoped = calls.filter(({ name, call }) => name.includes(':siteId') && 'permission' in call.may);
      expect(scoped.length).toBeGreaterThan(0);
      const unfound: string[] = [];
      for (const each of scoped) if (!(await hasLeak(world, each, asOwner))) unfound.push(each.name);
      expect(unfound).toEqual([]);
    },
    patience,
  );

  test(
    'with one list out of its scope alone fails the walk, the negative control',
    async () => {
      // The newest rows stand first: what calls of the walk have mailed and done meanwhile would fill the page. A member
      // comes with an entry of the audit trail.
      for (const spot of spots)
        for (const name of ['mailId', 'memberId']) await world.thing(name, spot, { isWrite: true, path: {} });
      const unscoped = ['/mails', '/mails.csv', '/audit', '/audit.csv', '/sites'];
      for (const path of unscoped) {
        const via: Send = async (method, asked, options) => {
          const isIt = asked.split('?', 1)[0] === `${consolePath}${path}`;
          const cookie = isIt ? await world.console.session(world.people.owner.id) : options?.cookie;
          return world.console.call(method, asked, { ...options, cookie });
        };
        const faults = await findLeaks(
          world,
          calls.filter(({ name }) => name === `GET ${consolePath}${path}`),
          via,
        );
        expect(faults.join('\n')).toContain('shows app_library');
      }
    },
    patience,
  );

  test(
    'with filters out of their scope alone fails the walk, the negative control',
    async () => {
      const asOwnerWithFilter: Send = async (method, asked, options) => {
        const cookie = asked.includes('?') ? await world.console.session(world.people.owner.id) : options?.cookie;
        return world.console.call(method, asked, { ...options, cookie });
      };
      for (const [path, filters] of [
        ['/audit', ['site']],
        ['/mails', ['site', 'partner']],
        ['/orders', ['partner']],
      ] as const) {
        const name = `GET ${consolePath}${path}`;
        const asked = calls.filter((call) => call.name === name);
        const faults = await findLeaks(world, asked, asOwnerWithFilter);
        for (const filter of filters) expect(faults.join('\n')).toContain(`${name}?${filter} of `);
      }
    },
    patience,
  );

  test('shows what is in scope in many lists, without which nothing of others would be seen there', async () => {
    expect(await countShown(world, calls, 'site-builder')).toBeGreaterThan(10);
    expect(await countShown(world, calls, 'admissions')).toBeGreaterThan(5);
  });

  test(
    'answers as soon about what is out of scope as about what does not exist',
    async () => {
      expect(await findTellingTimes(world, calls)).toEqual([]);
    },
    patience,
  );

  test(
    'with a look-up before the scope fails the comparison of times, the negative control',
    async () => {
      const lookingUp =
        (seconds: number): Send =>
        async (method, path, options) => {
          if (path.includes('zqsitethere') || path.includes('app_library'))
            await world.database.pool.query('select pg_sleep($1)', [seconds]);
          return world.console.call(method, path, options);
        };
      let unfound = calls.filter(({ name }) => /^GET \S+\/(?:members|comments|:memberId)$/.test(name));
      expect(unfound.length).toBeGreaterThan(0);
      // A busy machine hides the difference now and then: those are looked at again with a larger one.
      for (let seconds = 0.02; seconds < 0.5 && unfound.length > 0; seconds *= 2) {
        const faults = await findTellingTimes(world, unfound, lookingUp(seconds));
        unfound = unfound.filter(({ name }) => !faults.some((fault) => fault.includes(`${name},`)));
      }
      expect(unfound.map(({ name }) => name)).toEqual([]);
    },
    patience,
  );

  test(
    'lets in nobody without a session of staff',
    async () => {
      const callers = await strangers();
      expect(await findOpenDoors(world, ofSession(), { callers, expected: 'login-required' })).toEqual([]);
    },
    patience,
  );

  test(
    'lets in a session of staff, the negative control of the strangers',
    async () => {
      const callers = { owner: { cookie: await world.console.session(world.people.owner.id) } };
      const reading = ofSession().filter(({ name }) => name.startsWith('GET'));
      const faults = await findOpenDoors(world, reading, { callers, expected: 'login-required' });
      expect(faults.length).toBe(reading.length);
    },
    patience,
  );

  test(
    'is refused from a page of another origin, with the session of an owner',
    async () => {
      const cookie = await world.console.session(world.people.owner.id);
      const origins = [
        'https://evil.example',
        'null',
        'https://library.example',
        'http://localhost',
        `${world.console.origin}.example`,
      ];
      const callers = Object.fromEntries(origins.map((origin) => [origin, { cookie, origin }]));
      expect(await findOpenDoors(world, calls, { callers, expected: 'origin-not-allowed' })).toEqual([]);
      const writes = calls.filter(({ name }) => !name.startsWith('GET'));
      const without = { 'no origin': { cookie, origin: null } };
      expect(await findOpenDoors(world, writes, { callers: without, expected: 'origin-not-allowed' })).toEqual([]);
    },
    patience,
  );

  test(
    'from our own origin is not refused for it, the negative control',
    async () => {
      const cookie = await world.console.session(world.people.owner.id);
      const ownOrigin: Send = (method, path, options) =>
        world.console.call(method, path, { ...options, origin: world.console.origin });
      const callers = { 'https://evil.example': { cookie, origin: 'https://evil.example' } };
      const reading = calls.filter(({ name }) => name.startsWith('GET'));
      const faults = await findOpenDoors(world, reading, { callers, expected: 'origin-not-allowed', via: ownOrigin });
      expect(faults.length).toBe(reading.length);
    },
    patience,
  );

  test(
    'that asks for a fresh proof is refused without one, and done with one',
    async () => {
      const asking = calls.filter(({ call: { may } }) => 'freshProof' in may && may.freshProof);
      expect(asking.length).toBeGreaterThan(5);
      const stale = { owner: { cookie: await world.console.session(world.people.owner.id, { proved: 11 }) } };
      expect(await findOpenDoors(world, asking, { callers: stale, expected: 'recent-login-required' })).toEqual([]);
      const [first] = asking;
      const fresh = { owner: { cookie: await world.console.session(world.people.owner.id, { proved: 9 }) } };
      expect(await findOpenDoors(world, [first!], { callers: fresh, expected: 'recent-login-required' })).toHaveLength(
        1,
      );
    },
    patience,
  );

  test('that creates a member with a proved address needs a fresh proof, and any other member none', async () => {
    const create = async (proved: number, verified: boolean) => {
      const cookie = await world.console.session(world.people.owner.id, { proved });
      const body = { email: `${randomUUID()}@example.org`, verified, invite: false };
      return (await world.console.call('POST', '/sites/app_enrolment/members', { cookie, body })).status;
    };
    expect([await create(11, true), await create(9, true), await create(11, false)]).toEqual([403, 200, 200]);
  });

  test('that changes something has a limit', () => {
    const without = calls.filter(({ name, call }) => !name.startsWith('GET') && limitsOf(call).length === 0);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('declares no refusal that follows from its caller or body', () => {
    const redundant = calls.flatMap(({ name, call: { refusals = [], ...call } }) =>
      refusals.filter((code) => (refusalsOf(call) as string[]).includes(code)).map((code) => `${name}: ${code}`),
    );
    expect(redundant).toEqual([]);
  });

  test('has an answer that can be written, and examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const wrong = calls.flatMap(({ name, call: { body, answer, example } }) => [
      ...(body && !z.safeParse(body, example.body).success ? [`${name}: body`] : []),
      ...(answer && typeof fastJson(describeAnswer(answer)) !== 'function' ? [`${name}: answer`] : []),
      ...(answer && !ajv.validate(withoutDialect(z.toJSONSchema(answer, { io: 'output' })), example.answer)
        ? [`${name}: answer ${ajv.errorsText()}`]
        : []),
    ]);
    expect(wrong).toEqual([]);
  });
});

describe('a permission', () => {
  test('that calls ask for stands in the table, whose others wait for their calls', () => {
    const asked = calls.flatMap(({ call: { may } }) => ('permission' in may ? [may.permission] : []));
    expect(asked.filter((permission) => !permissions.includes(permission))).toEqual([]);
  });
});

describe('a call outside of the guard', () => {
  test('does not start: it can be mounted behind the guard alone', async () => {
    const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    const serve = serving(app, staffCalls);
    expect(() => serve('GET /console/api/staff', async () => ({ data: [] }))).toThrow(
      'declared for the caller "staff"',
    );
    await app.close();
  });
});

/** Ajv takes no other dialect than its own. */
function withoutDialect(schema: object): object {
  const { $schema: _dialect, ...rest } = schema as { $schema?: unknown };
  return rest;
}

/** Whether some role may not make a call. */
const hasLimitedRoles = ({ call: { may } }: WalkedCall) => 'permission' in may && may.permission !== 'see-members';

/** People and programs with a proof of something else than being on the staff. */
async function strangers(): Promise<Record<string, Caller>> {
  const { database } = product;
  const { token } = await product.buildStudent();
  const memberCookies = `intake_session=${token}; ${sessionCookieName}=${token}`;
  const demo = await createSites(database.db, world.console.origin).get('app_demo');
  const { key } = await createSecretKey(database.db, { site: demo, label: 'walk', actor: 'a test' });
  const ended = await world.console.session(world.people.owner.id, { begun: 721 });
  const idle = await world.console.session(world.people.owner.id, { begun: 120, used: 61 });
  return {
    'signed out': {},
    'with an unknown session': { cookie: `${sessionCookieName}=unknown` },
    'with a session that ended': { cookie: ended },
    'with an idle session': { cookie: idle },
    'with a member’s session': { cookie: memberCookies, headers: { authorization: `Bearer ${token}` } },
    'with a secret key': { headers: { 'x-api-key': key, authorization: `Bearer ${key}` } },
    'with a secret key as cookie': { cookie: `${sessionCookieName}=${key}` },
    'with a session of staff as bearer': {
      headers: { authorization: `Bearer ${(await world.console.session(world.people.owner.id)).split('=')[1]}` },
    },
  };
}
