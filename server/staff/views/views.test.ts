import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { viewLimits } from '../../../contract/console/views.ts';
import { buildLibrary } from '../../testing/library-site.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let console: TestConsole;
/** Ana and Ben see the library, Cleo another site; Pam has partners alone. */
let people: Record<'owner' | 'ana' | 'ben' | 'cleo' | 'pam', Employed>;
const library = 'app_library';
beforeAll(async () => {
  product = await startTestProduct({ sites: [buildLibrary([])] });
  console = openConsole(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.database.pool.query('delete from staff');
  await product.database.pool.query('delete from rate_limit');
  people = {
    owner: await console.employ({ role: 'owner' }),
    ana: await console.employ({ role: 'site-builder', sites: [library] }),
    ben: await console.employ({ role: 'support', sites: [library] }),
    cleo: await console.employ({ role: 'site-builder', sites: ['app_demo'] }),
    pam: await console.employ({ role: 'reader', partners: ['uts'] }),
  };
});

type Who = keyof typeof people;
const call = async (who: Who, method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await console.call(method, path, { cookie: people[who].cookie, body });
  return { status, data: answer.data, code: answer.error?.code };
};
const wish = { list: 'members', siteId: library, name: 'Not proved', query: 'verified=no', isShared: false };
const save = (who: Who, view: object = {}) => call(who, 'POST', '/views', { ...wish, ...view });
const change = (who: Who, id: string, body: object) => call(who, 'PATCH', `/views/${id}`, body);
const remove = (who: Who, id: string) => call(who, 'DELETE', `/views/${id}`);
const namesOf = async (who: Who, query = '') =>
  (await call(who, 'GET', `/views${query}`)).data.map(({ name }: { name: string }) => name);

describe('a view of a list', () => {
  test('is saved, found again, and is its maker’s alone until it is shared', async () => {
    const { status, data } = await save('ana');
    expect(status).toBe(200);
    expect(data).toEqual({ ...wish, id: expect.stringMatching(/^view_/), isOwn: true, by: 'Test' });
    expect(await namesOf('ana', `?list=members&siteId=${library}`)).toEqual(['Not proved']);
    expect(await namesOf('ben')).toEqual([]);
    expect((await change('ana', data.id, { isShared: true })).data).toMatchObject({ isShared: true });
    expect((await call('ben', 'GET', '/views')).data).toEqual([{ ...data, isShared: true, isOwn: false }]);
  });

  test('that is shared is seen in its scope alone', async () => {
    await save('ana', { isShared: true });
    await save('ana', {
      list: 'audit',
      siteId: null,
      name: 'Exports',
      query: 'action=members.exported',
      isShared: true,
    });
    await save('pam', { siteId: 'app_enrolment', name: 'Of the portal', isShared: true });
    const seen = await Promise.all((['owner', 'ana', 'ben', 'cleo', 'pam'] as const).map((who) => namesOf(who)));
    expect(seen).toEqual([
      ['Exports', 'Not proved', 'Of the portal'],
      ['Exports', 'Not proved'],
      // Who may not see the audit log sees no view of it.
      ['Not proved'],
      // Its query may name somebody of the library.
      [],
      ['Of the portal'],
    ]);
    expect(await namesOf('ana', '?list=members&siteId=app_demo')).toEqual([]);
  });

  test('that is shared is not told to staff of another partner, or of fewer sites than its maker', async () => {
    const audit = { list: 'audit', siteId: null, isShared: true };
    people.cleo = await console.employ({ role: 'site-builder', sites: [library, 'app_demo'] });
    const other = await console.employ({ role: 'reader', partners: ['uc'] });
    await save('pam', { siteId: 'app_enrolment', name: 'Ana Silva', isShared: true });
    await save('cleo', { ...audit, name: 'Of both' });
    await save('owner', { ...audit, name: 'Of the owner' });
    expect(await namesOf('ana')).toEqual(['Of the owner']);
    expect(await namesOf('cleo')).toEqual(['Of both', 'Of the owner']);
    people.pam = other;
    expect(await namesOf('pam')).toEqual([]);
  });

  test('of a site out of scope is answered as one of a site that does not exist', async () => {
    const beyond = await save('cleo');
    expect([beyond.status, beyond.code]).toEqual([404, 'not-found']);
    expect(await save('cleo', { siteId: 'app_nowhere' })).toEqual(beyond);
  });

  test.for([
    ['a list that one may not see', 'ben', { list: 'audit', siteId: null }, 'access-denied'],
    ['a list of sites without a site', 'ana', { siteId: null }, 'invalid-request'],
    ['a list across sites with one', 'ana', { list: 'mails' }, 'invalid-request'],
    ['no name', 'ana', { name: '  ' }, 'invalid-request'],
    ['a long name', 'ana', { name: 'x'.repeat(61) }, 'invalid-request'],
    ['a name of two lines', 'ana', { name: 'One\nTwo' }, 'invalid-request'],
    ['a query that no address has', 'ana', { query: 'search=ā' }, 'invalid-request'],
    ['a list that has no views', 'ana', { list: 'staff' }, 'invalid-request'],
  ] as const)('with %s is refused', async ([, who, view, code]) => {
    expect((await save(who, view)).code).toBe(code);
    expect(await namesOf('owner')).toEqual([]);
  });

  test('saved again under its name is replaced, and another may have the name at another list', async () => {
    const { data: first } = await save('ana');
    const { data: second } = await save('ana', { query: 'verified=yes' });
    expect([second.id, second.query]).toEqual([first.id, 'verified=yes']);
    await save('ana', { list: 'comments' });
    await save('ben');
    expect(await namesOf('ana')).toEqual(['Not proved', 'Not proved']);
  });

  test('is renamed twice and deleted twice without harm', async () => {
    const { data } = await save('ana');
    for (let time = 0; time < 2; time++)
      expect((await change('ana', data.id, { name: 'Waiting' })).data.name).toBe('Waiting');
    for (let time = 0; time < 2; time++) expect(await remove('ana', data.id)).toMatchObject({ status: 200 });
    expect(await namesOf('ana')).toEqual([]);
    expect((await change('ana', data.id, { name: 'Late' })).code).toBe('view-not-found');
  });

  test('is not given a name that another own view of the list has', async () => {
    await save('ana');
    const { data } = await save('ana', { name: 'Other' });
    expect((await change('ana', data.id, { name: 'Not proved' })).code).toBe('view-name-taken');
  });

  test('is changed by its maker alone; owners delete what others share', async () => {
    const { data } = await save('ana', { isShared: true });
    const absent = await change('ben', 'view_none', { name: 'Mine' });
    expect(await change('ben', data.id, { name: 'Mine' })).toEqual(absent);
    expect(await change('owner', data.id, { name: 'Mine' })).toEqual(absent);
    expect((await remove('ben', data.id)).status).toBe(200);
    expect(await namesOf('ana')).toEqual(['Not proved']);
    await remove('owner', data.id);
    expect(await namesOf('ana')).toEqual([]);
    // What is not shared is out of an owner's reach, too.
    const { data: own } = await save('ana');
    await remove('owner', own.id);
    expect(await namesOf('ana')).toEqual(['Not proved']);
  });

  test('of a site or a list that its maker does not see any more is as absent, and stays as it is', async () => {
    const [{ data }, { data: audited }] = [await save('ana'), await save('ana', { list: 'audit', siteId: null })];
    const absent = await change('ana', 'view_none', { name: 'Mine' });
    const move = (sites: string[], role = 'site-builder') =>
      product.database.pool.query('update staff set sites = $2, role = $3 where id = $1', [people.ana.id, sites, role]);
    await move(['app_demo']);
    expect(await change('ana', data.id, { name: 'Mine' })).toEqual(absent);
    await remove('ana', data.id);
    await move([library], 'support');
    expect(await change('ana', audited.id, { name: 'Mine' })).toEqual(absent);
    await remove('ana', audited.id);
    await move([library]);
    expect(await namesOf('ana')).toEqual(['Not proved', 'Not proved']);
    expect((await change('ana', data.id, { name: 'Mine' })).data.name).toBe('Mine');
  });

  test.for(['<img src=x onerror=alert(1)>', "'; drop table list_view; --", '=HYPERLINK("x")', '\u202egnihtyna'])(
    'is named %s, as text',
    async (name) => {
      const { data } = await save('ana', { name });
      expect(data.name).toBe(name);
      expect(await namesOf('ana')).toEqual([name]);
    },
  );

  test('is one of a hundred, also where many are saved at once', async () => {
    const { id } = people.ana;
    await product.database.pool.query(
      `insert into list_view (id, staff_id, list, site_id, name, query)
       select 'view_' || n, $1, 'members', $2, 'View ' || n, '' from generate_series(1, $3::int) n`,
      [id, library, viewLimits.each - 2],
    );
    const saved = await Promise.all(Array.from({ length: 6 }, (_, n) => save('ana', { name: `At once ${n}` })));
    expect(saved.map(({ status, code }) => code ?? status).toSorted()).toEqual(
      [200, 200, ...Array.from({ length: 4 }, () => 'view-limit-reached')].toSorted(),
    );
    // One that is there may still be replaced.
    expect((await save('ana', { name: 'View 1', query: 'sort=email' })).status).toBe(200);
  });

  test('goes with its maker, and each change stands in the audit trail', async () => {
    const { data } = await save('ana', { isShared: true });
    await change('ana', data.id, { name: 'Waiting' });
    await remove('ana', data.id);
    const { rows } = await product.database.pool.query(
      `select action, site_id, staff_id, note from audit_entry where subject = $1 order by id`,
      [data.id],
    );
    expect(rows).toEqual([
      { action: 'view.saved', site_id: library, staff_id: people.ana.id, note: 'members' },
      { action: 'view.changed', site_id: library, staff_id: people.ana.id, note: 'name' },
      { action: 'view.deleted', site_id: library, staff_id: people.ana.id, note: 'members' },
    ]);
    await save('ana', { isShared: true });
    await product.database.pool.query('delete from staff where id = $1', [people.ana.id]);
    expect(await namesOf('ben')).toEqual([]);
  });
});
