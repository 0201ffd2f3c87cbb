import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMemberFiles, type MemberFiles } from '../../../testing/member-files.ts';
import { goodPassword, newEmail, type TestMembership } from '../../../testing/membership.ts';
import { listActs } from '../../audit/audit.ts';

const site = 'app_demo';

let bench: MemberFiles;
let product: TestMembership;
beforeAll(async () => {
  bench = await startMemberFiles();
  product = bench.product;
});
afterAll(() => bench.stop());

const run = (words: string[]) => bench.run(words);
const importFile = (...asked: Parameters<MemberFiles['importFile']>) => bench.importFile(...asked);
const rowsOf = (siteId: string, emails: string[]) => bench.rowsOf(siteId, emails);
const countOf = (siteId: string) => bench.countOf(siteId);
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });

describe('an import', () => {
  test('without --apply says what would happen, and writes nothing', async () => {
    const before = await countOf('app_one');
    const said = await importFile('app_one', `email,note\n${newEmail()},a\nno address,b\n${newEmail()},c\n`);
    expect(said).toMatch(/^line +column +fault +what to do\n3 +email +invalid-email /);
    expect(said).toContain('3 rows:\n  2 to create\n  1 with faults\nNothing was changed.');
    expect([await countOf('app_one'), await listActs(product.services.db, 'app_one')]).toEqual([
      before,
      expect.not.arrayContaining([expect.objectContaining({ action: 'members.imported' })]),
    ]);
  });

  test('creates members with all values of their rows, mails nobody, and stands in the audit trail', async () => {
    const [one, two] = [`a-${newEmail()}`, `b-${newEmail()}`];
    const head = 'id,email,verified,created,plans,permissions,login-redirect,metadata,note,active,field:plans';
    const full = `mem_x,${one.toUpperCase()},TRUE,2019-02-28T10:00:00+13:00,pln_one_friend pln_one_guest,moderate-comments,/in,"{""from"":""fair""}",'=1+1,TRUE,travel`;
    const said = await importFile('app_one', `${head}\n${full}\n,${two},,,,,,,,,\n`, '--apply');
    expect(said).toBe('2 rows:\n  2 created\nDone.');
    expect(await rowsOf('app_one', [one, two])).toEqual([
      {
        id: expect.stringMatching(/^mem_\w{24,}$/),
        email: one,
        verified: true,
        custom_fields: { note: '=1+1', active: 'true', plans: 'travel' },
        meta_data: { from: 'fair' },
        permissions: ['moderate-comments'],
        login_redirect: '/in',
        created_at: new Date('2019-02-27T21:00:00Z'),
        password_hash: null,
        plans: ['pln_one_friend', 'pln_one_guest'],
      },
      expect.objectContaining({ email: two, verified: false, custom_fields: {}, plans: [] }),
    ]);
    expect([await product.mailsTo(one), await product.mailsTo(two)]).toEqual([[], []]);
    const acts = await listActs(product.services.db, 'app_one');
    expect(acts.slice(0, 4).map(({ action }) => action)).toEqual([
      'members.imported',
      'member.created',
      'member.created',
      'members.imported',
    ]);
    expect(acts[0]).toMatchObject({
      actor: 'command line (ann)',
      note: 'done: 2 rows, 2 created, 0 updated, 0 with faults',
    });
  });

  test('writes nothing while a row has a fault, and the others with --skip-faults', async () => {
    const [good, bad] = [newEmail(), newEmail()];
    const file = `email,active\n${good},true\n${bad},perhaps\n`;
    expect(await importFile('app_one', file, '--apply')).toContain('Nothing was changed. Mend the file');
    expect(await rowsOf('app_one', [good, bad])).toEqual([]);
    expect(await importFile('app_one', file, '--apply', '--skip-faults')).toContain('1 created\n  1 with faults');
    expect(await rowsOf('app_one', [good, bad])).toMatchObject([{ email: good }]);
  });

  test.for([
    ['email,nots\na@b.example,x\n', '1     nots    unknown-column  The site has no such column. Did you mean note?'],
    ['email,note,note\na@b.example,x,y\n', 'duplicate-column'],
    ['email,note,field:note\na@b.example,x,y\n', '1     field:note  duplicate-column'],
    ['note\nx\n', 'There is no column email.'],
    ['email;note\na@b.example;x\n', 'wrong-separator'],
    ['', 'empty-file'],
    ['email,\na@b.example,x\n', 'column-without-name'],
    ['email,note\na@b.example\n', '2     -       wrong-number-of-cells'],
    [
      'email\na@b.example\nA@B.example\n',
      'duplicate-address  A row before has the same address. Keep one of them. It is in line 2.',
    ],
    ['email,created\na@b.example,2023-02-29\n', 'not-a-date'],
    ['email,created\na@b.example,2999-01-01\n', 'not-a-date'],
    ['email,verified\na@b.example,yes\n', 'not-true-or-false'],
    ['email,metadata\na@b.example,[1]\n', 'not-metadata'],
    ['email,metadata\na@b.example,"{""a"":""x\\u0000""}"\n', 'not-metadata'],
    ['email,metadata\na@b.example,"{""a"":{""\\ud800"":1}}"\n', 'not-metadata'],
    ['email,plans\na@b.example,pln_demo_maker\n', 'plan-not-free'],
    ['email,plans\na@b.example,pln_none\n', 'plan-not-found'],
    ['email,login-redirect\na@b.example,https://elsewhere.example\n', 'invalid-request'],
    [`email,phone\na@b.example,${'x'.repeat(5_001)}\n`, 'invalid-field-value'],
    ['email,phone\na@b.example,"x\n', 'unclosed-quote'],
    ['email,phone\na@b.example,x"y\n', 'malformed-quote'],
    ['email,phone\na@b.example,\0\n', 'nul-character'],
    [Buffer.from('email,phone\na@b.example,\u00e4\n', 'latin1'), 'not-utf8'],
    ['email,password-hash\na@b.example,5f4dcc3b5aa765d61d8327deb882cf99\n', 'unknown-kind'],
    [`email,password-hash\na@b.example,$2b$14$${'a'.repeat(53)}\n`, 'too-costly'],
    [
      `email,password-hash\na@b.example,"$argon2id$v=19$m=4000000,t=9,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}"\n`,
      'too-costly',
    ],
  ] as const)('names line, column and remedy of a fault: %j', async ([file, fault]) => {
    const of = String(file).includes('nots') || String(file).includes('note') ? 'app_one' : site;
    const before = await countOf(of);
    expect(await importFile(of, file as string, '--apply', '--skip-faults')).toContain(fault);
    expect(await countOf(of)).toBe(String(file).includes('A@B') ? before + 1 : before);
  });

  test('leaves existing members as they are, and with --update gives them the values but no password or address', async () => {
    const { email, password, member } = await product.buildMember({ proved: true });
    const hash = await hashBcrypt('another-password-7', 4);
    const file = `email,verified,plans,phone,metadata,password-hash\n${email},false,pln_demo_guest,021,"{""b"":1}",${hash}\n`;
    const before = await rowsOf(site, [email]);
    expect(await importFile(site, file, '--apply')).toContain('1 there already, and left as they are');
    expect(await rowsOf(site, [email])).toEqual(before);
    expect(await importFile(site, file, '--apply', '--update')).toBe('1 row:\n  1 updated\nDone.');
    const [after] = await rowsOf(site, [email]);
    expect(after).toMatchObject({
      ...before[0],
      plans: expect.anything(),
      custom_fields: { phone: '021' },
      meta_data: { b: 1 },
    });
    expect(after.plans).toContain('pln_demo_guest');
    expect([(await logIn(email, password)).status, (await logIn(email, 'another-password-7')).status]).toEqual([
      200, 401,
    ]);
    expect(await importFile(site, file, '--apply', '--update')).toContain('1 unchanged');
    const acts = (await listActs(product.services.db, site)).filter(({ subject }) => subject === member.id);
    expect(acts).toMatchObject([
      { action: 'member.updated', note: 'customFields.phone, metaData, plan pln_demo_guest' },
    ]);
  });

  test('changes nothing the second time, whatever the order of keys in nested metadata', async () => {
    const email = newEmail();
    const file = `email,verified,metadata\n${email},true,"{""profile"":{""name"":""x"",""id"":1},""list"":[{""longer"":-0,""a"":null}]}"\n`;
    expect(await importFile('app_one', file, '--apply')).toContain('1 created');
    expect(await importFile('app_one', file, '--apply', '--update')).toContain('1 unchanged');
  });

  test('notes in the audit trail what an update changed, and not what a member had before', async () => {
    const email = newEmail();
    const head = 'email,verified,note,active,metadata,permissions,login-redirect,plans';
    const plans = 'pln_one_friend pln_one_guest';
    await importFile('app_one', `${head}\n${email},true,a,true,"{""x"":1}",rower,/in,pln_one_friend\n`, '--apply');
    const later = `${head}\n${email},true,b,true,"{""x"":1}",rower,/in,${plans}\n`;
    expect(await importFile('app_one', later, '--apply', '--update')).toContain('1 updated');
    const [{ id }] = await rowsOf('app_one', [email]);
    const acts = await listActs(product.services.db, 'app_one', 10_000);
    expect(acts.find(({ action, subject }) => action === 'member.updated' && subject === id)).toMatchObject({
      note: 'customFields.note, plan pln_one_guest',
    });
  });

  test('gives nothing to an account whose address was never proved, which a stranger may have made', async () => {
    const { email } = await product.buildMember();
    const before = await rowsOf(site, [email]);
    const said = await importFile(
      site,
      `email,verified,plans,phone\n${email},true,pln_demo_guest,021\n`,
      '--apply',
      '--update',
    );
    expect(said).toContain('1 there already without a proved address');
    expect(await rowsOf(site, [email])).toEqual(before);
  });

  test('touches no member of another site with the same address', async () => {
    const email = newEmail();
    await importFile('app_other', `email,verified,note\n${email},true,theirs\n`, '--apply');
    const before = await rowsOf('app_other', [email]);
    expect(await importFile('app_one', `email,verified,note\n${email},true,ours\n`, '--apply', '--update')).toContain(
      '1 created',
    );
    expect(await importFile('app_one', `email,note\n${email},new\n`, '--apply', '--update')).toContain('1 updated');
    expect(await rowsOf('app_other', [email])).toEqual(before);
    expect(await rowsOf('app_one', [email])).toMatchObject([{ custom_fields: { note: 'new' } }]);
  });

  test('that was interrupted is run again, and makes no member twice', async () => {
    const emails = Array.from({ length: 250 }, newEmail);
    const file = `email,note\n${emails.map((email) => `${email},n`).join('\n')}\n`;
    let opened = 0;
    const { db } = product.services;
    const administration = { site: await product.services.sites.get('app_one'), actor: 'command line (ann)' };
    const options = { isApplied: true, mayUpdate: false, skipsFaults: false };
    const interrupted = product.membership.importMembers(administration, {
      ...options,
      async *open() {
        yield Buffer.from(file);
        opened++;
      },
      onProgress(rows) {
        if (opened === 2 && rows >= 100) throw new Error('the machine stopped');
      },
    });
    await expect(interrupted).rejects.toThrow('the machine stopped');
    const made = (await rowsOf('app_one', emails)).length;
    expect([made > 0, made < 250]).toEqual([true, true]);
    expect(await importFile('app_one', file, '--apply')).toContain(`${250 - made} created\n  ${made} there already`);
    expect(await importFile('app_one', file, '--apply')).not.toContain('created');
    expect(await rowsOf('app_one', emails)).toHaveLength(250);
    const acts = await listActs(db, 'app_one', 10_000);
    const ids = new Set((await rowsOf('app_one', emails)).map(({ id }) => id));
    expect(acts.filter(({ action, subject }) => action === 'member.created' && ids.has(subject))).toHaveLength(250);
  });

  test('with a hash of another system lets the member log in, and keeps the password under a hash of ours from then on', async () => {
    const email = newEmail();
    const hash = await hashBcrypt(goodPassword, 10);
    await importFile(site, `email,verified,password-hash\n${email},true,${hash}\n`, '--apply');
    expect(await rowsOf(site, [email])).toMatchObject([{ password_hash: hash }]);
    expect((await logIn(email, 'wrong-password-9')).status).toBe(401);
    expect(await rowsOf(site, [email])).toMatchObject([{ password_hash: hash }]);
    expect((await logIn(email, goodPassword)).status).toBe(200);
    expect(await rowsOf(site, [email])).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
    expect((await logIn(email, goodPassword)).status).toBe(200);
  });

  test('takes no hash of another system where a site hides who has an account', async () => {
    const hash = await hashBcrypt(goodPassword, 4);
    expect(await importFile('app_secret', `email,password-hash\n${newEmail()},${hash}\n`)).toContain(
      'tells-who-has-an-account',
    );
    const { rows } = await product.database.pool.query('select password_hash from member where id = $1', [
      (await product.buildMember()).member.id,
    ]);
    expect(await importFile('app_secret', `email,password-hash\n${newEmail()},"${rows[0].password_hash}"\n`)).toContain(
      '1 to create',
    );
  });

  test('applies nothing of a file that cannot be read to its end, not even with --skip-faults', async () => {
    const emails = Array.from({ length: 120 }, newEmail);
    const said = await importFile('app_one', `email,note\n${emails.join(',\n')},"open\n`, '--apply', '--skip-faults');
    expect(said).toContain('Nothing was changed: the file cannot be read to its end.');
    expect(await rowsOf('app_one', emails)).toEqual([]);
  });

  test('takes no more members than the site does', async () => {
    const file = `email\n${Array.from({ length: 3 }, newEmail).join('\n')}\n`;
    expect(await importFile('app_small', file)).toContain('test-mode-member-limit-reached');
    expect(await importFile('app_small', file, '--apply', '--skip-faults')).toContain('2 created\n  1 with faults');
    expect(await countOf('app_small')).toBe(2);
  });

  test('of an unproved account with an old date leaves it the time of a new one', async () => {
    const email = newEmail();
    await importFile('app_one', `email,created\n${email},2001-01-01\n`, '--apply');
    const { rows } = await product.database.pool.query('select logged_in_at from member where email = $1', [email]);
    expect(Date.now() - rows[0].logged_in_at.getTime()).toBeLessThan(86_400_000);
  });

  test('tells a row that fails in the database by its line, and writes the others', async () => {
    const emails = ['', 'broken-', ''].map((part) => `${part}${newEmail()}`);
    await product.database.pool.query(`
      create function break() returns trigger language plpgsql as $$ begin raise exception 'not this row'; end $$;
      create trigger break before insert on member
        for each row when (new.email like 'broken-%') execute function break()`);
    const said = await importFile('app_one', `email\n${emails.join('\n')}\n`, '--apply');
    expect(said).toMatch(/^3 +- +unknown-error /m);
    expect(said).toContain('3 rows:\n  2 created\n  1 with faults');
    expect((await rowsOf('app_one', emails)).map(({ email }) => email).toSorted()).toEqual(
      [emails[0], emails[2]].toSorted(),
    );
  });

  test('says which file or site there is not', async () => {
    await expect(run(['import', site, 'no.csv'])).rejects.toThrow('There is no file no.csv.');
    await expect(run(['import', site, '.'])).rejects.toThrow('. cannot be read');
    await expect(run(['import', 'app_dmo', 'no.csv'])).rejects.toThrow('Did you mean app_demo?');
  });

  test('that loses the connection to the database does not say that the file cannot be read', async ({
    onTestFinished,
  }) => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    const importing = vi.spyOn(product.membership, 'importMembers').mockRejectedValue(lost);
    onTestFinished(() => importing.mockRestore());
    await expect(run(['import', site, await bench.fileOf('email\n')])).rejects.toBe(lost);
  });
});
