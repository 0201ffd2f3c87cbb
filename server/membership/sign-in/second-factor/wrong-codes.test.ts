import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { codeOf, setUpAuthenticator } from '../../../testing/second-factor.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const newPassword = 'a-password-of-my-own-7';

/** Whom the codes of a test belong to. */
interface Guessed extends TestMember {
  secret: string;
}

async function buildGuessed(): Promise<Guessed> {
  const member = await product.buildMember({ proved: true });
  return { ...member, ...(await setUpAuthenticator(product, { token: member.token })) };
}

/** The second step of a log-in. */
async function enter({ email }: Guessed, password: string, code: string) {
  const { error } = await product.post('/auth/login', { email, password });
  const { step } = error as unknown as { step: string };
  return product.post('/auth/second-step', { step, method: 'authenticator', code });
}

/** Counts wrong codes up to the last one of the row, as if they had been tried over days. */
async function useUpRow(member: Guessed, password: string) {
  const { pool } = product.database;
  expect((await enter(member, password, '000000')).error.code).toBe('invalid-second-factor-code');
  await pool.query(`update rate_limit set points = 100 where key like 'wrong-second-factor:%'`);
  await pool.query(`delete from rate_limit where key like 'second-factor:%'`);
}

async function reset({ email }: Guessed) {
  await product.hurryMails();
  await product.post('/auth/send-reset-password-email', { email });
  const token = await product.codeFor(email, 'reset-code');
  expect((await product.post('/auth/reset-password', { email, token, newPassword })).status).toBe(200);
}

describe('Codes that are refused unread', () => {
  test('are no wrong ones of the row: after the wait the right code is taken', async () => {
    const { pool } = product.database;
    const ann = await buildGuessed();
    expect((await enter(ann, ann.password, '000000')).error.code).toBe('invalid-second-factor-code');
    await pool.query(`update rate_limit set points = 88 where key like 'wrong-second-factor:%'`);
    for (let wrong = 1; wrong < 10; wrong++) await enter(ann, ann.password, '000000');
    for (let unread = 0; unread < 3; unread++)
      expect((await enter(ann, ann.password, '000000')).error.code).toBe('too-many-requests');
    await pool.query(`delete from rate_limit where key like 'second-factor:%'`);
    expect((await enter(ann, ann.password, await codeOf(ann.secret))).status).toBe(200);
  });
});

describe('A hundred wrong codes in a row', () => {
  test('are the last ones, until a reset of the password', async () => {
    const ann = await buildGuessed();
    await useUpRow(ann, ann.password);
    expect((await enter(ann, ann.password, await codeOf(ann.secret))).error.code).toBe('too-many-requests');
    await reset(ann);
    expect((await enter(ann, newPassword, await codeOf(ann.secret))).status).toBe(200);
  });

  test('are forgiven by two resets without a right code between, so that a mailbox does not lead to endless guesses', async () => {
    const ann = await buildGuessed();
    for (const password of [ann.password, newPassword, newPassword]) {
      await useUpRow(ann, password);
      await reset(ann);
    }
    const right = await codeOf(ann.secret);
    expect((await enter(ann, newPassword, right)).error.code).toBe('too-many-requests');
  });

  test('are forgiven anew once there was a right one (negative control)', async () => {
    const ann = await buildGuessed();
    for (const password of [ann.password, newPassword]) {
      await useUpRow(ann, password);
      await reset(ann);
    }
    expect((await enter(ann, newPassword, await codeOf(ann.secret))).status).toBe(200);
    await useUpRow(ann, newPassword);
    await reset(ann);
    expect((await enter(ann, newPassword, '000000')).error.code).toBe('invalid-second-factor-code');
  });
});
