import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { countWaiting } from '../../testing/held-locks.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { cookiesOf, openConsole, staffPassword, type Hired, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let console: TestConsole;
let bea: Hired;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  bea = await console.hire({ role: 'owner' });
});

const begin = (password = staffPassword, options = {}) =>
  console.call('POST', '/sign-in/password', { body: { email: bea.email, password }, ...options });
const finish = (body: object) => console.call('POST', '/sign-in/second-factor', { body });
const prove = (code: string) =>
  console.call('POST', '/proof', { cookie: bea.cookie, body: { way: 'authenticator', code } });
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 'signed in' : body.error.code);

/** Lets the waits of ten minutes pass; what is counted in a row stays. */
const wait = () =>
  product.database.pool.query(
    `delete from rate_limit where key not like 'staff-wrong-%' and key not like 'staff-guess-mail%'`,
  );
/** Counts so many attempts, as if they had been made. */
async function countTo(points: number, limit: string) {
  await product.database.pool.query('update rate_limit set points = $1 where key like $2', [points, `${limit}%`]);
}
const guessMails = async () =>
  (
    await product.database.pool.query(`select from mail_outbox where kind = 'staff-guesses' and recipient = $1`, [
      bea.email,
    ])
  ).rowCount;

test('A text in the place of an address uses up nothing of a known browser', async () => {
  await product.database.pool.query('delete from rate_limit');
  const signedIn = await finish({
    step: (await begin()).body.data.step,
    way: 'authenticator',
    code: await bea.phone.nextCode(),
  });
  const cookie = cookiesOf(signedIn);
  for (const text of [`known ${bea.email}`, `${bea.email}.known`, `known\0${bea.email}`])
    for (let tries = 0; tries < 11; tries++)
      await console.call('POST', '/sign-in/password', { body: { email: text, password: 'x' } });
  const known = await begin('not the password', { cookie });
  expect([known.status, known.body.error.code]).toEqual([401, 'invalid-credentials']);
  expect((await begin(staffPassword, { cookie })).status).toBe(200);
});

describe('Codes of staff', () => {
  test('that are wrong a hundred times in a row open nothing, however long one waits', async () => {
    await product.database.pool.query('delete from rate_limit');
    const step = async () => (await begin()).body.data.step as string;
    const wrong = { step: await step(), way: 'authenticator', code: '000000' };
    expect(codeOf(await finish(wrong))).toBe('invalid-second-factor-code');
    await countTo(99, 'staff-wrong-second-factor');
    expect(codeOf(await finish({ ...wrong, step: await step() }))).toBe('invalid-second-factor-code');
    await wait();
    const late = { step: await step(), way: 'authenticator', code: await bea.phone.nextCode() };
    const { status, body, headers } = await finish(late);
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'too-many-requests', null]);
    expect((await prove(await bea.phone.nextCode())).status).toBe(429);
    const recovery = await finish({ step: await step(), way: 'recovery-code', code: bea.recoveryCodes[0]! });
    expect(recovery.status).toBe(429);
  });

  test('begin to count anew with a right one', async () => {
    await product.database.pool.query('delete from rate_limit');
    expect(codeOf(await prove('000000'))).toBe('invalid-second-factor-code');
    await countTo(99, 'staff-wrong-second-factor');
    expect((await prove(await bea.phone.nextCode())).status).toBe(200);
    const { rows } = await product.database.pool.query(`select from rate_limit where key like 'staff-wrong-second%'`);
    expect(rows).toEqual([]);
  });

  test('that use up ten minutes of tries are told to the person by mail at the last wrong one, once a day', async () => {
    await product.database.pool.query('delete from rate_limit');
    for (let tried = 0; tried < 9; tried++) await prove('000000');
    expect(await guessMails()).toBe(0);
    expect(codeOf(await prove('000000'))).toBe('invalid-second-factor-code');
    expect(await guessMails()).toBe(1);
    for (let tried = 0; tried < 2; tried++) expect((await prove('000000')).status).toBe(429);
    expect(await guessMails()).toBe(1);
  });

  test('that use up the row are told at the last wrong one, and at one more of another day', async () => {
    await product.database.pool.query('delete from rate_limit');
    const guess = async () => finish({ step: (await begin()).body.data.step, way: 'authenticator', code: '000000' });
    await guess();
    await countTo(99, 'staff-wrong-second-factor');
    expect(await guessMails()).toBe(0);
    expect(codeOf(await guess())).toBe('invalid-second-factor-code');
    expect(await guessMails()).toBe(1);
    await product.database.pool.query(`delete from rate_limit where key like 'staff-guess-mail%'`);
    expect((await guess()).status).toBe(429);
    expect(await guessMails()).toBe(2);
  });
});

describe('A password of staff', () => {
  test('that was wrong a hundred times in a row opens nothing but from a browser that has signed in before', async () => {
    await product.database.pool.query('delete from rate_limit');
    expect(codeOf(await begin('wrong-password-42'))).toBe('invalid-credentials');
    await countTo(100, 'staff-wrong-password');
    await wait();
    expect((await begin()).status).toBe(429);
    expect((await begin(staffPassword, { cookie: bea.cookie })).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });

  test('that is new begins the row anew, and leaves the browser that set it known', async () => {
    await product.database.pool.query('delete from rate_limit');
    const guessToTheEnd = async () => {
      expect(codeOf(await begin('wrong-password-42'))).toBe('invalid-credentials');
      await countTo(100, 'staff-wrong-password');
      await wait();
    };
    await guessToTheEnd();
    const [password, cookie] = ['elm-stool-sunday-7', bea.cookie];
    const changed = await console.call('PUT', '/me/password', { cookie, body: { password } });
    expect(changed.status).toBe(200);
    await guessToTheEnd();
    expect((await begin(password)).status).toBe(429);
    expect((await begin(password, { cookie })).status).toBe(429);
    expect((await begin(password, { cookie: cookiesOf(changed) })).status).toBe(200);
  });

  test('that a session without the cookie of its browser sets makes none known', async () => {
    const cookie = await console.session(bea.id);
    const changed = await console.call('PUT', '/me/password', { cookie, body: { password: 'elm-stool-sunday-7' } });
    expect([changed.status, cookiesOf(changed)]).toEqual([200, '']);
  });
});

test('a sign-in that waits while its factor is removed begins no session', async () => {
  const { cookie } = bea;
  const options = (await console.call('POST', '/me/passkeys/options', { cookie })).body.data;
  const credential = createSoftwareAuthenticator().create(options, { origin: console.origin });
  expect((await console.call('POST', '/me/passkeys', { cookie, body: { name: 'Key', credential } })).status).toBe(200);
  const { step } = (await begin()).body.data;
  const code = await bea.phone.nextCode();
  const holder = await product.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from staff where id = $1 for update', [bea.id]);
  const removed = console.call('DELETE', '/me/authenticator', { cookie });
  await eventually(async () => (await countWaiting(product.database)) > 0);
  const signedIn = finish({ step, way: 'authenticator', code });
  await eventually(async () => (await countWaiting(product.database)) > 1);
  await holder.query('commit');
  holder.release();
  expect((await removed).status).toBe(200);
  const late = await signedIn;
  expect(codeOf(late)).toBe('sign-in-step-expired');
  expect((await console.call('GET', '/me', { cookie: cookiesOf(late) })).status).toBe(401);
});
