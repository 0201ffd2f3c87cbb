import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { passwordKey } from '../sign-in/sign-in-tries.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.database.pool.query('delete from staff');
  owner = await console.employ({ role: 'owner' });
});

const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 'done' : body.error.code);
const me = (cookie: string) => console.call('GET', '/me', { cookie });
const asOwner = { role: 'owner', sites: [], partners: [], version: 1 };
const asReader = { role: 'reader', sites: [], partners: ['uts'], version: 1 };
const give = (cookie: string, id: string, body: object) => console.call('PATCH', `/staff/${id}`, { cookie, body });
const remove = (cookie: string, id: string) => console.call('DELETE', `/staff/${id}`, { cookie });
const reset = (cookie: string, id: string) => console.call('POST', `/staff/${id}/reset`, { cookie });
const ownersLeft = async () =>
  (await product.database.pool.query(`select 1 from staff where role = 'owner' and accepted_at is not null`)).rowCount;

describe('the last owner', () => {
  test.for([
    ['removed', () => remove(owner.cookie, owner.id)],
    ['lowered', () => give(owner.cookie, owner.id, asReader)],
    ['reset', () => reset(owner.cookie, owner.id)],
  ] as const)('cannot be %s', async ([, act]) => {
    expect(codeOf(await act())).toBe('last-owner');
    expect(codeOf(await me(owner.cookie))).toBe('done');
  });

  test('is still the last beside an owner who has not accepted their invitation', async () => {
    await console.invite({ role: 'owner' });
    expect(codeOf(await remove(owner.cookie, owner.id))).toBe('last-owner');
  });

  test('may go where there is another, the negative control', async () => {
    await console.employ({ role: 'owner' });
    expect(codeOf(await remove(owner.cookie, owner.id))).toBe('done');
    expect(codeOf(await me(owner.cookie))).toBe('login-required');
  });

  test('stays in a race: of owners who remove or lower one another at once, one is left', async () => {
    for (let round = 0; round < 5; round++) {
      await product.database.pool.query('delete from staff');
      const [one, two, three] = [
        await console.employ({ role: 'owner' }),
        await console.employ({ role: 'owner' }),
        await console.employ({ role: 'owner' }),
      ];
      const answers = await Promise.all([
        remove(one.cookie, two.id),
        give(two.cookie, three.id, asReader),
        reset(three.cookie, one.id),
        remove(one.cookie, one.id),
        give(two.cookie, two.id, asReader),
        remove(three.cookie, three.id),
      ]);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      expect(await ownersLeft()).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('a role', () => {
  test('is not raised by the person themselves', async () => {
    const reader = await console.employ({ role: 'reader', partners: ['uts'] });
    expect(codeOf(await give(reader.cookie, reader.id, asOwner))).toBe('access-denied');
    // The field is no part of what they may change about themselves.
    const own = await console.call('PATCH', '/me', { cookie: reader.cookie, body: { name: 'Ana', role: 'owner' } });
    expect(codeOf(own)).toBe('invalid-request');
    expect((await me(reader.cookie)).body.data.role).toBe('reader');
    // Negative control: an owner may.
    expect(codeOf(await give(owner.cookie, reader.id, asOwner))).toBe('done');
    expect((await me(reader.cookie)).body.data.role).toBe('owner');
  });

  test('is not raised in a race with being lowered: who acts must be an owner when it is done', async () => {
    for (let round = 0; round < 5; round++) {
      const [rogue, friend] = [
        await console.employ({ role: 'owner' }),
        await console.employ({ role: 'reader', partners: ['uts'] }),
      ];
      // A transaction holds the owners, as a change in flight does, until the request of the rogue waits for them.
      const client = await product.database.pool.connect();
      await client.query('begin');
      await client.query(`select id from staff where role = 'owner' order by id for update`);
      const raised = give(rogue.cookie, friend.id, asOwner);
      await new Promise((resolve) => setTimeout(resolve, 150));
      await client.query(`update staff set role = 'reader', partners = '{uts}' where id = $1`, [rogue.id]);
      await client.query('commit');
      client.release();
      expect(codeOf(await raised)).toBe('access-denied');
      expect((await me(friend.cookie)).body.data.role).toBe('reader');
    }
  });

  test('that is lowered counts at once, in sessions that run', async () => {
    const other = await console.employ({ role: 'owner' });
    expect((await console.call('GET', '/staff', { cookie: other.cookie })).status).toBe(200);
    await give(owner.cookie, other.id, asReader);
    expect(codeOf(await console.call('GET', '/staff', { cookie: other.cookie }))).toBe('access-denied');
  });

  test('of a version that was changed meanwhile is refused, and nothing is lost', async () => {
    const reader = await console.employ({ role: 'reader', partners: ['uts'] });
    const answers = await Promise.all([
      give(owner.cookie, reader.id, { role: 'finance', sites: [], partners: ['uts'], version: 1 }),
      give(owner.cookie, reader.id, { role: 'admissions', sites: [], partners: ['uts'], version: 1 }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['changed-meanwhile', 'done']);
  });

  test.for([
    ['an owner with sites', { role: 'owner', sites: ['app_demo'], partners: [] }],
    ['finance with sites', { role: 'finance', sites: ['app_demo'], partners: ['uts'] }],
    ['a site builder without sites', { role: 'site-builder', sites: [], partners: [] }],
    ['a site that does not exist', { role: 'site-builder', sites: ['app_none'], partners: [] }],
  ] as const)('is refused as %s', async ([, given]) => {
    const body = { email: 'scope@example.org', ...given };
    expect(codeOf(await console.call('POST', '/staff', { cookie: owner.cookie, body }))).toBe('invalid-scope');
  });

  test('needs a fresh proof to be given', async () => {
    const reader = await console.employ({ role: 'reader', partners: ['uts'] });
    const stale = await console.session(owner.id, { proved: 11 });
    expect(codeOf(await give(stale, reader.id, asOwner))).toBe('recent-login-required');
  });
});

describe('somebody who is removed', () => {
  test('is out at once, with everything they held', async () => {
    const hired = await console.hire({ role: 'finance', partners: ['uts'] });
    const second = await console.session(hired.id);
    const { step } = (
      await console.call('POST', '/sign-in/password', {
        body: { email: hired.email, password: 'slow-river-lantern-42' },
      })
    ).body.data;
    expect(codeOf(await remove(owner.cookie, hired.id))).toBe('done');
    for (const cookie of [hired.cookie, second]) expect(codeOf(await me(cookie))).toBe('login-required');
    const code = hired.recoveryCodes[0];
    expect(
      codeOf(await console.call('POST', '/sign-in/second-factor', { body: { step, way: 'recovery-code', code } })),
    ).toBe('sign-in-step-expired');
    for (const table of ['staff_session', 'staff_invitation', 'passkey', 'authenticator_app', 'recovery_code'])
      expect(
        (await product.database.pool.query(`select 1 from ${table} where staff_id = $1`, [hired.id])).rowCount,
      ).toBe(0);
  });

  test('leaves wrong passwords in a row that run out', async () => {
    const { id, email } = await console.employ({ role: 'reader' });
    await console.call('POST', '/sign-in/password', { body: { email, password: 'wrong-password-9' } });
    const readEnds = async () => {
      const select = 'select expire is not null as ends from rate_limit where key = $1';
      const key = `staff-wrong-password:${passwordKey({ email, isKnown: false })}`;
      return (await product.database.pool.query(select, [key])).rows;
    };
    expect(await readEnds()).toEqual([{ ends: false }]);
    expect(codeOf(await remove(owner.cookie, id))).toBe('done');
    expect(await readEnds()).toEqual([{ ends: true }]);
  });

  test('leaves entries in the audit trail, with who did it', async () => {
    const reader = await console.employ({ role: 'reader', partners: ['uts'] });
    await give(owner.cookie, reader.id, { ...asReader, role: 'finance' });
    await remove(owner.cookie, reader.id);
    const { rows } = await product.database.pool.query(
      'select action, staff_id, actor from audit_entry where subject = $1 order by id',
      [reader.id],
    );
    const by = { staff_id: owner.id, actor: `${owner.email} (Test)` };
    expect(rows).toEqual(['staff.changed', 'staff.removed'].map((action) => ({ action, ...by })));
  });
});

describe('a reset', () => {
  test('ends sessions, password and second factors, keeps the role, and the link begins anew', async () => {
    const hired = await console.hire({ role: 'finance', partners: ['uts'] });
    const done = await reset(owner.cookie, hired.id);
    expect(done.body.data).toMatchObject({
      state: 'invited',
      role: 'finance',
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
    });
    expect(codeOf(await me(hired.cookie))).toBe('login-required');
    const again = await console.call('POST', '/sign-in/password', {
      body: { email: hired.email, password: 'slow-river-lantern-42' },
    });
    expect(codeOf(again)).toBe('invalid-credentials');
  });
});
