import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importLimits } from '../../../../contract/console/imports-schemas.ts';
import { press, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { admissionsOf, builderOf, owner, type TestStaff } from '../../../testing/console.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createImports } from '../../../testing/imports.ts';
import { newEmail } from '../../../testing/membership.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
});
afterAll(() => world.stop());

const site = 'app_demo';
const bela = builderOf(site);
const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [site], partners: [] } };
beforeEach(() => world.employ(owner, bela, sam));

const { path, ask, sendPart, begin, upload, until, check, apply, run } = createImports(() => world, {
  by: bela,
  siteId: site,
});

const memberOf = async (email: string) =>
  (await world.product.database.pool.query('select * from member where email = $1', [email])).rows[0];
const filesLeft = async (id: string) =>
  (await world.product.database.pool.query('select name from import_part where import_id = $1', [id])).rows.length;

describe('an import', () => {
  test('is made in the name of who has it applied, whoever has uploaded its file', async () => {
    const [there, email] = [newEmail(), newEmail()];
    await apply((await check(`email\r\n${there}\r\n`)).id);
    await world.product.database.pool.query('update member set verified = true where email = $1', [there]);
    const file = `email,first-name\r\n${there},Changed\r\n${email},New\r\n`;
    const { id } = await check(file, { mayUpdate: true });
    const body = { skipsFaults: false, reason: 'By the owner.' };
    await world.staffed.ask(owner, 'POST', `${path}/${id}/apply`, body);
    await until(id, 'done');
    const subjects = [id, (await memberOf(there)).id, (await memberOf(email)).id];
    const { rows } = await world.product.database.pool.query(
      `select action, actor, staff_id as "staffId", reason from audit_entry where subject = any($1)
       and action in ('member.created', 'member.updated', 'members.imported') and reason = 'By the owner.' order by action`,
      [subjects],
    );
    const by = { actor: owner.name, staffId: expect.stringMatching(/^stf_/), reason: 'By the owner.' };
    expect(rows).toEqual(
      ['member.created', 'member.updated', 'members.imported', 'members.imported'].map((action) => ({ action, ...by })),
    );
  });

  test('suggests what columns hold, looks at every row first, and changes nothing then', async () => {
    const email = newEmail();
    const { id, uploaded } = await upload(`E-Mail Address,First name,Shoe size\r\n${email},Frankie,42\r\n`);
    expect(uploaded.data).toMatchObject({
      state: 'uploaded',
      header: [
        { name: 'E-Mail Address', suggestion: 'email', example: email },
        { name: 'First name', suggestion: 'first-name', example: 'Frankie' },
        { name: 'Shoe size', suggestion: null, example: '42' },
      ],
    });
    expect(uploaded.data.targets).toContainEqual({ name: 'email', label: 'E-mail' });
    await ask('POST', `${path}/${id}/check`, { columns: ['email', 'first-name', null], mayUpdate: false });
    const checked = await until(id, 'checked');
    expect(checked.counts).toMatchObject({ rows: 1, created: 1, faulty: 0 });
    expect(await memberOf(email)).toBeUndefined();

    const done = await apply(id);
    expect(done).toMatchObject({ state: 'done', counts: { rows: 1, created: 1 }, header: null });
    expect((await memberOf(email)).custom_fields).toMatchObject({ 'first-name': 'Frankie' });
    expect(await world.product.mailsTo(email)).toEqual([]);
    await eventually(async () => (await filesLeft(id)) === 0);
    const { rows } = await world.product.database.pool.query(
      'select action, subject, actor, reason from audit_entry where subject = any($1) order by id',
      [[id, (await memberOf(email)).id]],
    );
    const by = { actor: 'Bela', reason: 'From the old system.' };
    expect(rows).toMatchObject([
      { action: 'members.import-checked', subject: id },
      { action: 'members.imported', subject: id, ...by },
      { action: 'member.created', ...by },
      { action: 'members.imported', subject: id },
    ]);
  });

  test('takes hashes of other systems, and a log-in with the old password', async () => {
    const email = newEmail();
    const password = 'quiet-harbour-lantern-7';
    const { id, uploaded } = await upload(`email,password\n${email},${await hashBcrypt(password, 5)}\n`);
    expect(uploaded.data.header[1]).toEqual({ name: 'password', suggestion: null, example: '•••' });
    await ask('POST', `${path}/${id}/check`, { columns: ['email', 'password-hash'], mayUpdate: false });
    await until(id, 'checked');
    await apply(id);
    const signedIn = await world.product.post('/auth/login', { email, password });
    expect(signedIn.status).toBe(200);
  });

  test.for(['pbkdf2_sha256$36000$aBcDeFgHiJkL$', 'bcrypt_sha256$$2b$12$', '{SSHA}'])(
    'shows no part of a hash that begins with %s',
    async (hash) => {
      const { uploaded } = await upload(`email,secret\na@example.org,${hash}${'x'.repeat(43)}=\n`);
      expect(uploaded.data.header[1].example).toBe('•••');
    },
  );

  test('of the same file twice makes nobody twice and changes nothing', async () => {
    const emails = [newEmail(), newEmail()];
    const file = `email,first-name,plans\n${emails.map((email) => `${email},Ana,pln_demo_guest\n`).join('')}`;
    await apply((await check(file)).id);
    const before = await Promise.all(emails.map(memberOf));
    const again = await apply((await check(file)).id);
    expect(again.counts).toMatchObject({ rows: 2, created: 0, present: 2 });
    expect((await apply((await check(file, { mayUpdate: true })).id)).counts).toMatchObject({ created: 0, updated: 0 });
    expect(await Promise.all(emails.map(memberOf))).toEqual(before);
  });

  test('tells faults by line, imports the other rows where asked, and has them in a file without values', async () => {
    const email = newEmail();
    const rows = [email, 'no address', newEmail(), email.toUpperCase(), '=HYPERLINK("x")'];
    const checked = await check(
      `email,newsletter\n${rows.map((each, n) => `"${each.replaceAll('"', '""')}",${n === 2 ? 'perhaps' : 'true'}\n`).join('')}`,
    );
    expect(checked.counts).toMatchObject({ rows: 5, created: 1, faulty: 4 });
    expect(checked.faults).toMatchObject([
      { line: 3, column: 'email', code: 'invalid-email' },
      { line: 4, column: 'newsletter', code: 'invalid-field-value' },
      { line: 5, column: 'email', code: 'duplicate-address' },
      { line: 6, column: 'email', code: 'invalid-email' },
    ]);
    const { text } = await ask('GET', `${path}/${checked.id}/faults.csv`);
    expect(checked.faultCount).toBe(4);
    expect(text.split('\r\n')).toHaveLength(6);
    expect(text).not.toContain('HYPERLINK');
    expect((await ask('POST', `${path}/${checked.id}/apply`, { skipsFaults: false })).error.code).toBe(
      'import-has-faults',
    );
    expect(await memberOf(email)).toBeUndefined();
    expect((await apply(checked.id, true)).counts).toMatchObject({ created: 1, faulty: 4 });
    expect(await memberOf(email)).toBeDefined();
  });

  test('keeps so many faults, however many a row has', async () => {
    const rows = 2_200;
    const wrong = 'no address,perhaps,never,perhaps,nothing\n';
    const checked = await check(`email,verified,created,newsletter,metadata\n${wrong.repeat(rows)}`);
    expect(checked.counts).toMatchObject({ rows, faulty: rows });
    expect(rows * 5).toBeGreaterThan(importLimits.faultsKept);
    const kept = await world.product.database.pool.query(
      'select count(*)::int as count, max(line) as last from member_import_fault where import_id = $1',
      [checked.id],
    );
    // The first ones, whole rows of five.
    expect(kept.rows).toEqual([{ count: importLimits.faultsKept, last: 1 + importLimits.faultsKept / 5 }]);
    expect(checked.faultCount).toBe(importLimits.faultsKept);
    const lines = (await ask('GET', `${path}/${checked.id}/faults.csv`)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + importLimits.faultsKept + 1);
    expect(lines.at(-1)).toContain(`These are the first ${importLimits.faultsKept} faults, and there may be more.`);
  });

  test('of a larger file goes on over several runs and parts, and tells of lines as they are in the file', async () => {
    const emails = Array.from({ length: 2_500 }, () => newEmail());
    const filler = 'x'.repeat(1_000);
    const file = `email,first-name\n${emails.map((email) => `${email},${filler}\n`).join('')}${emails[0]},again\n`;
    expect(Buffer.byteLength(file)).toBeGreaterThan(importLimits.partBytes);
    const checked = await check(file);
    expect(checked.counts).toMatchObject({ rows: 2_501, created: 2_500, faulty: 1 });
    expect(checked.faults).toMatchObject([{ line: 2_502, code: 'duplicate-address' }]);
    const done = await apply(checked.id, true);
    expect(done.counts).toMatchObject({ rows: 2_501, created: 2_500, faulty: 1 });
    const { rows } = await world.product.database.pool.query(
      'select count(*)::int as count from member where email = any($1)',
      [emails],
    );
    expect(rows).toEqual([{ count: 2_500 }]);
  });

  test.for([
    ['other columns', 'name,shoe\nAna,42\n', [null, null], 'missing-column'],
    ['a column twice', 'email,mail\na@example.org,b@example.org\n', ['email', 'email'], 'duplicate-column'],
    ['more names than columns', 'email\na@example.org\n', ['email', 'first-name'], 'wrong-number-of-cells'],
    ['a column that the site has not', 'email,x\na@example.org,1\n', ['email', 'shoe-size'], 'unknown-column'],
    ['a quote that is not closed', 'email\n"a@example.org\n', ['email'], 'unclosed-quote'],
    ['NUL characters', 'email\na@exam\0ple.org\n', ['email'], 'nul-character'],
  ] as const)('of a file with %s has its fault, and imports nothing', async ([, file, columns, code]) => {
    const { id, uploaded } = await upload(file);
    // What cannot be read in its first rows is refused before anything is asked.
    if (uploaded.status !== 200)
      return expect([uploaded.error.code, uploaded.error['line']]).toEqual(['import-unreadable', 2]);
    await ask('POST', `${path}/${id}/check`, { columns, mayUpdate: false });
    const { counts, faults } = await until(id, 'checked');
    expect(faults[0].code).toBe(code);
    expect(counts.created).toBe(0);
    return expect((await ask('POST', `${path}/${id}/apply`, { skipsFaults: false })).error.code).toBe(
      'import-has-faults',
    );
  });

  test.for([
    ['UTF-16', Buffer.from('\ufeffemail\na@example.org\n', 'utf16le')],
    ['Latin-1', Buffer.from('email,first-name\na@example.org,Zoë\n', 'latin1')],
    ['nothing but a line break', Buffer.from('\n')],
    ['a quote that runs on without end', Buffer.from(`email\n"${'x'.repeat(600_000)}`)],
  ] as const)('of a file in %s is refused with a sentence', async ([, bytes]) => {
    const { uploaded } = await upload(bytes);
    expect([uploaded.status, uploaded.error.code]).toEqual([400, 'import-unreadable']);
    expect(uploaded.error.message).toMatch(/\.$/);
  });

  test.for([';', '\t'])('of a file with %j between its columns says how to save it', async (mark) => {
    const { uploaded } = await upload(`E-Mail${mark}First name\na@example.org${mark}Ana\n`);
    expect([uploaded.status, uploaded.error.code]).toEqual([400, 'import-unreadable']);
    expect(uploaded.error.message).toContain('Columns are separated by commas.');
  });
});

describe('a file of 200 MB', () => {
  const large = 200 * 1024 * 1024;

  test('is refused before it is sent, and one of 50 MB is not (negative control)', async () => {
    const refused = await ask('POST', path, { key: press(), name: 'large.csv', bytes: large });
    expect([refused.status, refused.error.code]).toEqual([413, 'import-too-large']);
    const taken = await ask('POST', path, { key: press(), name: 'large.csv', bytes: importLimits.fileMaxBytes });
    expect(taken.data.state).toBe('uploading');
  });

  test('that is sent all the same is refused without reading it', async () => {
    const id = await begin(10);
    await world.staffed.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.staffed.app.server.address() as AddressInfo;
    const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      let bytes = 0;
      const call = request({
        port,
        host: '127.0.0.1',
        method: 'PUT',
        path: `/console/api${path}/${id}/parts/0`,
        headers: { 'x-test-staff': JSON.stringify(bela), 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
      });
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        let isTaken = true;
        while (isTaken && bytes < large && call.writable) {
          bytes += piece.length;
          isTaken = call.write(piece);
        }
        if (!isTaken) call.once('drain', more);
      };
      call.on('response', (response) => {
        resolve({ status: response.statusCode!, bytes });
        call.destroy();
      });
      call.on('error', reject);
      more();
    });
    expect(sent.status).toBe(413);
    expect(sent.bytes).toBeLessThan(large / 10);
    expect(await filesLeft(id)).toBe(0);
  });

  test('in parts that were not announced is refused', async () => {
    const id = await begin(10);
    expect(await sendPart(id, 0, Buffer.alloc(11, 'x'))).toEqual({ status: 409, code: 'import-not-ready' });
    expect(await sendPart(id, 1, Buffer.alloc(10, 'x'))).toEqual({ status: 409, code: 'import-not-ready' });
    expect(await sendPart(id, 0, Buffer.alloc(importLimits.partBytes + 1, 'x'))).toMatchObject({ status: 413 });
    expect(await sendPart(id, 0, Buffer.alloc(10, 'x'), 'application/json')).toMatchObject({ status: 400 });
    expect(await sendPart(id, 0, Buffer.alloc(10, 'x'))).toMatchObject({ status: 200 });
  });
});

describe('a step', () => {
  const file = () => `email\n${newEmail()}\n`;

  test('that comes too early is refused', async () => {
    const id = await begin(10);
    for (const [step, body] of [
      ['uploaded', undefined],
      ['check', { columns: ['email'], mayUpdate: false }],
      ['apply', { skipsFaults: false }],
    ] as const)
      expect((await ask('POST', `${path}/${id}/${step}`, body)).error.code).toBe('import-not-ready');
  });

  test('pressed twice is done once', async () => {
    const body = { key: press(), name: 'members.csv', bytes: 10 };
    const [one, other] = await Promise.all([ask('POST', path, body), ask('POST', path, body)]);
    expect(one.data.id).toBe(other.data.id);
    const { id } = await check(file());
    const presses = await Promise.all([1, 2, 3].map(() => ask('POST', `${path}/${id}/apply`, { skipsFaults: false })));
    expect(presses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await until(id, 'done')).counts).toMatchObject({ rows: 1, created: 1 });
    const { rows } = await world.product.database.pool.query(
      "select note from audit_entry where subject = $1 and action = 'members.imported' and note like 'begun%'",
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('taken by two runs at once counts and makes each member once', async () => {
    const emails = Array.from({ length: 300 }, () => newEmail());
    const { id } = await check(`email\n${emails.join('\n')}\n`);
    await ask('POST', `${path}/${id}/apply`, { skipsFaults: false });
    await Promise.all([1, 2].map(() => run(id)));
    expect((await until(id, 'done')).counts.rows).toBe(300);
    const { rows } = await world.product.database.pool.query(
      'select count(*)::int as count from member where email = any($1)',
      [emails],
    );
    expect(rows).toEqual([{ count: 300 }]);
  });

  test('after the end is refused, and the file is gone', async () => {
    const { id } = await check(file());
    expect((await ask('POST', `${path}/${id}/cancel`)).data).toMatchObject({ state: 'cancelled', header: null });
    expect((await ask('POST', `${path}/${id}/cancel`)).data.state).toBe('cancelled');
    expect((await ask('POST', `${path}/${id}/apply`, { skipsFaults: false })).error.code).toBe('import-not-ready');
    await eventually(async () => (await filesLeft(id)) === 0);
  });
});

test('an import stops half way where the site has not any more the field of a column', async () => {
  const { id } = await check(`email,first-name\n${newEmail()},Ana\n${newEmail()},Ben\n`);
  const gone = `update member_import set state = 'applying', counts = jsonb_set(counts, '{rows}', '1'),
    columns = '["email","gone"]' where id = $1`;
  await world.product.database.pool.query(gone, [id]);
  await run(id);
  const stopped = (await ask('GET', `${path}/${id}`)).data;
  expect(stopped).toMatchObject({ state: 'stopped', stopCode: 'unknown-column', counts: { isWhole: false } });
  expect(stopped.faults).toMatchObject([{ line: 1, column: 'gone', code: 'unknown-column' }]);
});

describe('permission and scope', () => {
  test('of an import are those of members as a whole', async () => {
    const { id } = await upload('email\na@example.org\n');
    const answers = await Promise.all([
      ask('GET', `${path}/${id}`, undefined, sam),
      ask('GET', `${path}/${id}`, undefined, admissionsOf('ironhack')),
      ask('GET', `${path}/${id}`, undefined, builderOf('app_live')),
      ask('GET', `/sites/app_live/imports/${id}`, undefined, builderOf('app_live')),
      ask('GET', path, undefined, owner),
    ]);
    expect(answers.map(({ status, error }) => error?.code ?? status)).toEqual([
      'access-denied',
      'access-denied',
      'not-found',
      'import-not-found',
      200,
    ]);
  });

  test.for([
    ['person-removed', () => world.powers.delete('stf_bela')],
    ['permission-lost', () => world.employ({ ...bela, role: 'support' })],
    ['scope-lost', () => world.employ({ ...bela, scope: { sites: ['app_live'], partners: [] } })],
  ] as const)('that are lost half way stop it: %s', async ([stopCode, lose]) => {
    const email = newEmail();
    const { id } = await check(`email\n${email}\n`);
    lose();
    expect(await apply(id)).toMatchObject({ state: 'stopped', stopCode, header: null });
    expect(await memberOf(email)).toBeUndefined();
    await eventually(async () => (await filesLeft(id)) === 0);
  });
});
