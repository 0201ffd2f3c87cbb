import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admissionsOf, builderOf, owner, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { buildArchive, buildLibrary } from '../../../testing/library-site.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { SiteDeclaration } from '../../declaration/site-declaration.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  const { db } = product.database;
  const { keys } = product.services;
  await declareSite(db, buildLibrary([]), keys);
  await declareSite(db, buildArchive(), keys);
  await declareSite(db, SiteDeclaration.parse({ ...filed, managedBy: 'file' }), keys);
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const filed = { id: 'app_filed', publicKey: 'pk_sb_filed', name: 'Filed', mode: 'sandbox' };
const librarian = builderOf('app_library', 'app_filed');

const read = async (site = 'app_library') => (await staffed.ask(librarian, 'GET', `/sites/${site}/settings`)).data;
const put = (settings: object, { version, query = '', by = librarian, site = 'app_library' }: PutOptions) =>
  staffed.ask(by, 'PUT', `/sites/${site}/settings${query}`, { version, settings });
interface PutOptions {
  version: string;
  query?: string;
  by?: typeof librarian;
  site?: string;
}
const change = async (settings: object, query = '') => put(settings, { version: (await read()).version, query });
const acts = async (siteId: string) => {
  const { rows } = await product.database.pool.query(
    'select action, actor, staff_id, reason, note from audit_entry where site_id = $1 order by id desc',
    [siteId],
  );
  return rows;
};

describe('the settings of a site', () => {
  test('are read in the shape of its file, without secrets, with a version', async () => {
    const { settings, version, isManagedByFile, operatorOnly } = await read();
    expect(SiteDeclaration.parse(settings)).toEqual(settings);
    expect([settings.name, isManagedByFile, typeof version]).toEqual(['Library', false, 'string']);
    expect(operatorOnly).toEqual(expect.arrayContaining(['mode', 'memberLimit', 'managedBy']));
  });

  test('a dry run lists the differences that the command lists, and saves nothing', async () => {
    const { status, data } = await change({ name: 'Town library' }, '?dryRun=true');
    expect([status, data]).toEqual([
      200,
      {
        applied: false,
        changes: [{ kind: 'changed', path: 'name', from: '"Library"', to: '"Town library"', isGrave: false }],
      },
    ]);
    expect((await read()).settings.name).toBe('Library');
  });

  test('a change replaces the settings it names, leaves the others, and is recorded with the person', async () => {
    const before = (await read()).settings;
    const { status, data } = await change({ privateSignup: true });
    expect([status, data.applied, data.changes.length]).toEqual([200, true, 1]);
    expect((await read()).settings).toEqual({ ...before, privateSignup: true });
    expect((await acts('app_library'))[0]).toMatchObject({
      action: 'app.applied',
      actor: 'Bela',
      staff_id: 'stf_bela',
      note: expect.stringContaining('privateSignup'),
    });
  });

  test('every mistake is listed with its path', async () => {
    const { status, error } = await change({ origins: ['library.example', 'https://a.example/path'], nothing: 1 });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect(error['faults'].map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['origins[0]', 'origins[1]', 'nothing']),
    );
  });

  test('a preview names every mistake too', async () => {
    const settings = { origins: ['library.example'], passwordMinLength: 'long' };
    const { status, error } = await staffed.ask(librarian, 'POST', '/sites/app_library/settings/preview', { settings });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect(error['faults'].map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['origins[0]', 'passwordMinLength']),
    );
  });

  test.for([
    ['mode', 'live', { publicKey: 'pk_library' }],
    ['memberLimit', 5],
    ['isPaid', false],
    ['ownPages', true, { privateSignup: false }],
    ['id', 'app_archive'],
    ['managedBy', 'file'],
  ] as [string, unknown, object?][])('%s stays the operator’s', async ([key, value, besides]) => {
    const { status, error } = await change({ ...besides, [key]: value });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect(error['faults'][0].path).toBe(key);
  });

  test('HTML in a name comes back as it was written, as JSON', async () => {
    const name = '<img src=x onerror=alert(1)>';
    expect((await change({ name })).status).toBe(200);
    const { headers, data } = await staffed.ask(librarian, 'GET', '/sites/app_library/settings');
    expect([data.settings.name, String(headers['content-type'])]).toEqual([name, expect.stringContaining('json')]);
    await change({ name: 'Library' });
  });
});

describe('two people who change one site', () => {
  test('keep both changes where they change different settings', async () => {
    const { version } = await read();
    expect((await put({ passwordMinLength: 12 }, { version })).status).toBe(200);
    expect((await put({ dictionary: { login: 'Come in' } }, { version })).status).toBe(200);
    const { settings } = await read();
    expect([settings.passwordMinLength, settings.dictionary]).toEqual([12, { login: 'Come in' }]);
  });

  test('of one setting the later is told what it is now, and nothing is overwritten', async () => {
    const { version } = await read();
    expect((await put({ passwordMinLength: 14 }, { version })).status).toBe(200);
    const late = await put({ passwordMinLength: 10 }, { version });
    expect([late.status, late.error.code, late.error['changed']]).toEqual([
      412,
      'changed-meanwhile',
      [{ name: 'passwordMinLength', value: 14 }],
    ]);
    expect((await read()).settings.passwordMinLength).toBe(14);
    expect((await put({ passwordMinLength: 10 }, { version: late.error['version'] })).status).toBe(200);
  });

  test('at the same moment lose nothing, however the two interleave', async () => {
    for (let round = 0; round < 20; round++) {
      const { version } = await read();
      const [title, word] = [`Hello ${round}`, `harbour${String.fromCodePoint(97 + round)}`];
      const [one, other] = await Promise.all([
        put({ ssoText: { title } }, { version }),
        // Each round a little later, so that the one is saved between any two steps of the other.
        setTimeout(round).then(() => put({ passwordWords: [word] }, { version })),
      ]);
      expect([one.status, other.status], `round ${round}`).toEqual([200, 200]);
      const { settings } = await read();
      expect([settings.ssoText, settings.passwordWords]).toEqual([{ title }, [word]]);
    }
  });

  test('go on from the version that their save was answered with, and are told of what others changed beside it', async () => {
    const { version } = await read();
    expect((await put({ dictionary: { login: 'Enter' } }, { version })).status).toBe(200);
    const saved = await put({ passwordMinLength: 11 }, { version });
    expect(saved.status).toBe(200);
    const next = await put({ passwordMinLength: 9 }, { version: saved.data.version });
    expect(next.status).toBe(200);
    const late = await put({ dictionary: { login: 'Go in' } }, { version: next.data.version });
    expect(late.error['changed']).toEqual([{ name: 'dictionary', value: { login: 'Enter' } }]);
  });

  test('have the version of what they saved, not of what another save made of it at once', async () => {
    const { pool } = product.database;
    const { version } = await read();
    // Another save, as soon as this one has read what it stores.
    await pool.query(`create function save_after() returns trigger language plpgsql as $$ begin
      update site set settings = settings || '{"passwordMinLength": 13}' where id = 'app_library'; return null; end $$`);
    await pool.query(`create constraint trigger save_after after update on site deferrable initially deferred
      for each row when (pg_trigger_depth() = 0) execute function save_after()`);
    const saved = await put({ passwordMinLength: 16 }, { version });
    await pool.query('drop function save_after cascade');
    const late = await put({ passwordMinLength: 15 }, { version: saved.data.version });
    expect(late.error['changed']).toEqual([{ name: 'passwordMinLength', value: 13 }]);
  });

  test('are told of a change of each setting once, with the version to go on from', async () => {
    const { version } = await read();
    await put({ passwordMinLength: 12, dictionary: { login: 'Come in' } }, { version });
    const first = await put({ passwordMinLength: 10 }, { version });
    expect(first.error.code).toBe('changed-meanwhile');
    const saved = await put({ passwordMinLength: 10 }, { version: first.error['version'] });
    expect(saved.status).toBe(200);
    const late = await put({ dictionary: { login: 'Enter' } }, { version: saved.data.version });
    expect(late.error['changed']).toEqual([{ name: 'dictionary', value: { login: 'Come in' } }]);
  });

  test('a text that is no version is refused', async () => {
    expect((await put({ name: 'Library' }, { version: 'x' })).error).toMatchObject({ code: 'invalid-request' });
  });
});

describe('a site that a file manages', () => {
  test('is shown and not written, dry runs and confirmed changes included', async () => {
    const { version, isManagedByFile } = await read('app_filed');
    expect(isManagedByFile).toBe(true);
    const wish = { version, site: 'app_filed' };
    for (const query of ['', '?dryRun=true'])
      expect((await put({ name: 'Other' }, { ...wish, query })).error.code).toBe('site-managed-by-file');
    const confirmed = { version, settings: { name: 'Other' }, reason: 'A test.' };
    expect((await staffed.ask(librarian, 'PUT', '/sites/app_filed/settings/confirmed', confirmed)).status).toBe(409);
    expect((await put({ managedBy: 'console' }, wish)).error.code).toBe('site-managed-by-file');
    expect((await read('app_filed')).settings.name).toBe('Filed');
  });
});

describe('who may', () => {
  const calls: [string, string, object?][] = [
    ['GET', '/settings'],
    ['PUT', '/settings', { version: 'e30', settings: {} }],
    ['PUT', '/settings/confirmed', { version: 'e30', settings: {}, reason: 'A test.' }],
    ['POST', '/settings/preview', { settings: {} }],
    ['POST', '/page-check', { url: 'https://www.example.org/' }],
    ['GET', '/page-counts?days=7'],
    ['GET', '/keys'],
    ['POST', '/keys', { label: 'a test', days: null }],
    ['POST', '/keys/key_none/revocation', { reason: 'A test.' }],
    ['GET', '/webhooks'],
    ['POST', '/webhooks/test', { event: 'team.created' }],
    ['POST', '/webhooks/club/secret'],
    ['POST', '/webhooks/club/rotation', { reason: 'A test.' }],
    ['GET', '/deliveries'],
    ['GET', '/deliveries/msg_none'],
    ['POST', '/deliveries/msg_none/retry'],
  ];

  test.for(calls)(
    '%s %s answers about a site out of scope as about one that is absent',
    async ([method, path, body]) => {
      const [foreign, absent] = await Promise.all(
        ['app_archive', 'app_nothing'].map((site) => staffed.ask(librarian, method, `/sites/${site}${path}`, body)),
      );
      expect([foreign!.status, foreign!.error.code]).toEqual([404, 'not-found']);
      expect(foreign!.text).toBe(absent!.text);
      // Negative control: the site in scope is found.
      const own = await staffed.ask(librarian, method, `/sites/app_library${path}`, body);
      expect(own.error?.code).not.toBe('not-found');
    },
  );

  test.for(calls)('%s %s is nothing for a role without the permission', async ([method, path, body]) => {
    const reader = { ...librarian, role: 'reader' as const };
    for (const by of [reader, admissionsOf('uts'), { ...librarian, role: 'support' as const }])
      expect((await staffed.ask(by, method, `/sites/app_library${path}`, body)).error.code).toBe('access-denied');
  });
});

describe('a new site', () => {
  const wish = {
    name: 'Harbour & “Club” <b>',
    origins: ['https://club.example'],
    plans: [
      { name: 'Crew', amountCents: null, currency: 'NZD', paid: 'MONTHLY' },
      { name: 'Skipper', amountCents: 1_900, currency: 'NZD', paid: 'MONTHLY' },
    ],
  };

  test('has its plans, is in test mode, and answers pages at once', async () => {
    const { status, data } = await staffed.ask(owner, 'POST', '/sites', wish);
    expect([status, data.id]).toEqual([200, expect.stringMatching(/^app_harbour-club-b-\w{6}$/)]);
    const { settings } = (await staffed.ask(owner, 'GET', `/sites/${data.id}/settings`)).data;
    expect(settings).toMatchObject({ name: wish.name, mode: 'sandbox', origins: wish.origins });
    expect(settings.plans.map(({ name, prices }: any) => [name, prices.length])).toEqual([
      ['Crew', 0],
      ['Skipper', 1],
    ]);
    expect((await acts(data.id))[0]).toMatchObject({ action: 'app.applied', actor: 'Olga', staff_id: 'stf_olga' });
  });

  test('is not made for the origin of our own pages', async () => {
    const origins = ['https://club.example', product.services.appUrl];
    const { status, error } = await staffed.ask(owner, 'POST', '/sites', { ...wish, origins });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect(error['faults']).toEqual([{ path: 'origins[1]', message: 'this is the origin of our own pages' }]);
  });

  test('with a mistake is not made, and the mistake is named', async () => {
    const { status, error } = await staffed.ask(owner, 'POST', '/sites', {
      ...wish,
      plans: [{ name: 'Penny', amountCents: 1, currency: 'XXX', paid: 'ONETIME' }],
    });
    expect([status, error.code]).toEqual([400, 'invalid-settings']);
    expect(error['faults'].map(({ path }: { path: string }) => path)).toContain('plans[0].prices[0].currency');
  });
});

describe('the look at a page', () => {
  const serve = async (html: string) => {
    const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return { url, close: () => server.close() };
  };
  const look = async (html: string) => {
    const page = await serve(html);
    try {
      return (await staffed.ask(librarian, 'POST', '/sites/app_library/page-check', { url: page.url })).data;
    } finally {
      page.close();
    }
  };
  const snippet = (publicKey: string) =>
    `<script src="${product.services.appUrl}/widget/v1/intake.js" data-ms-app="app_library" data-ms-public-key="${publicKey}"></script>`;

  test('finds the install script, and what is wrong besides', async () => {
    const found = await look(
      `<html><head>${snippet('pk_sb_library')}</head><body><button data-ms-modal="sign-up">Join</button></body></html>`,
    );
    expect(found).toMatchObject({ failed: null, isInstalled: true, because: null, isOriginAllowed: true });
    expect(found.findings).toHaveLength(1);
  });

  test.for([
    ['', 'the page has no install script'],
    [snippetOf('app_other', 'pk_sb_library'), 'its install script names another site, app_other'],
    [snippetOf('app_library', 'pk_sb_other'), 'its install script has another public key'],
  ])('says why it is not there: %s', async ([head, because]) => {
    expect(await look(`<html><head>${head}</head><body>Hello</body></html>`)).toMatchObject({
      isInstalled: false,
      because,
    });
  });

  test('says why there is no page, and nothing of what is inside a network', async () => {
    const at = async (url: string) =>
      (await staffed.ask(librarian, 'POST', '/sites/app_library/page-check', { url })).data.failed;
    expect(await at('http://10.0.0.1/')).toBe('no public address');
    expect(await at('http://169.254.169.254/latest/meta-data')).toBe('no public address');
    expect(
      (await staffed.ask(librarian, 'POST', '/sites/app_library/page-check', { url: 'file:///etc/passwd' })).status,
    ).toBe(400);
  });
});

function snippetOf(app: string, publicKey: string): string {
  return `<script src="https://intake.example/widget/v1/intake.js" data-ms-app="${app}" data-ms-public-key="${publicKey}"></script>`;
}
