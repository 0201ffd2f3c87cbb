import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { transaction } from '../database/database.ts';
import { createKeys, newId, randomToken } from '../keys.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  isAuthenticatorCode,
  removeAuthenticator,
} from './authenticator-codes.ts';
import { challengeTries, findChallenge, issueChallenge, takeChallenge, takeTry } from './challenges.store.ts';
import { hasSecondFactor, readFactors, removeFactors } from './factors.store.ts';
import type { Holder } from './holder.ts';
import { isRecoveryCode, makeRecoveryCodes, recoveryCodeCount, replaceRecoveryCodes } from './recovery-codes.ts';

let database: TestDatabase;
const keys = createKeys([randomToken()]);
const whom = { client: '192.0.2.1', account: 'ann' };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function createHolder(): Promise<Holder> {
  const id = newId('stf_');
  await database.pool.query("insert into staff (id, email, role) values ($1, $1, 'owner')", [id]);
  return { kind: 'staff', id };
}

const begin = (holder: Holder) =>
  transaction(database.db, (tx) =>
    beginAuthenticator(tx, keys, holder, { issuer: 'Club', account: 'ann@example.org' }),
  );
const confirm = (holder: Holder, code: string) =>
  transaction(database.db, (tx) => confirmAuthenticator(tx, keys, holder, code));
const use = (holder: Holder, code: string) => isAuthenticatorCode(database.db, keys, holder, code);

/** The code of a time step, counted from the present one. Waits until the step lasts long enough for a test. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  if (TOTP.remaining() < 4_000) await sleep(TOTP.remaining() + 100);
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** A person with an authenticator, whose present step is unused. */
async function withAuthenticator(): Promise<{ holder: Holder; secret: string }> {
  const holder = await createHolder();
  const { secret } = await begin(holder);
  expect(await confirm(holder, await codeOf(secret))).toBe(true);
  await database.pool.query('update authenticator_app set last_step = null where staff_id = $1', [holder.id]);
  return { holder, secret };
}

describe('An authenticator’s code', () => {
  test('is accepted once', async () => {
    const { holder, secret } = await withAuthenticator();
    const code = await codeOf(secret);
    expect(await use(holder, code)).toBe(true);
    expect(await use(holder, code)).toBe(false);
  });

  test('is accepted once when it is sent in parallel', async () => {
    const { holder, secret } = await withAuthenticator();
    const code = await codeOf(secret);
    const all = await Promise.all(Array.from({ length: 8 }, () => use(holder, code)));
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  test('is accepted one step early or late, and not two', async () => {
    for (const [steps, isAccepted] of [
      [-2, false],
      [-1, true],
      [1, true],
      [2, false],
    ] as const) {
      const { holder, secret } = await withAuthenticator();
      expect(await use(holder, await codeOf(secret, steps)), `${steps} steps`).toBe(isAccepted);
    }
  });

  test('of an earlier step is refused after one of a later step', async () => {
    const { holder, secret } = await withAuthenticator();
    expect(await use(holder, await codeOf(secret, 0))).toBe(true);
    expect(await use(holder, await codeOf(secret, -1))).toBe(false);
    expect(await use(holder, await codeOf(secret, 1))).toBe(true);
  });

  test('of another person is refused, and one with a space is accepted', async () => {
    const [ann, ben] = [await withAuthenticator(), await withAuthenticator()];
    const code = await codeOf(ann.secret);
    expect(await use(ben.holder, code)).toBe(false);
    expect(await use(ann.holder, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
  });

  test('that confirmed the authenticator is used up', async () => {
    const holder = await createHolder();
    const { secret, uri } = await begin(holder);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Club:ann%40example\.org\?/);
    const code = await codeOf(secret);
    expect(await confirm(holder, code)).toBe(true);
    expect(await use(holder, code)).toBe(false);
  });

  test('is worth nothing before the authenticator is confirmed, after 15 minutes, and once it is removed', async () => {
    const holder = await createHolder();
    const { secret } = await begin(holder);
    expect(await use(holder, await codeOf(secret))).toBe(false);
    expect(await confirm(holder, '000000x')).toBe(false);
    await database.pool.query(`update authenticator_app set created_at = now() - interval '16 minutes'`);
    expect(await confirm(holder, await codeOf(secret))).toBe(false);
    const set = await withAuthenticator();
    expect(await transaction(database.db, (tx) => removeAuthenticator(tx, set.holder))).toBe(true);
    expect(await use(set.holder, await codeOf(set.secret))).toBe(false);
  });

  test('of the earlier authenticator is accepted until the new one is confirmed', async () => {
    const { holder, secret } = await withAuthenticator();
    const { secret: newer } = await begin(holder);
    expect(await use(holder, await codeOf(secret))).toBe(true);
    expect(await confirm(holder, await codeOf(newer))).toBe(true);
    expect(await use(holder, await codeOf(secret, 1))).toBe(false);
    expect(await use(holder, await codeOf(newer, 1))).toBe(true);
  });

  test('cannot be computed from what is stored', async () => {
    const { holder, secret } = await withAuthenticator();
    const { rows } = await database.pool.query('select sealed_secret from authenticator_app where staff_id = $1', [
      holder.id,
    ]);
    const stored = rows[0].sealed_secret as Buffer;
    expect(stored.includes(Buffer.from(secret))).toBe(false);
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  });
});

describe('A recovery code', () => {
  async function withCodes(): Promise<{ holder: Holder; codes: string[] }> {
    const holder = await createHolder();
    const made = await makeRecoveryCodes(whom);
    await transaction(database.db, (tx) => replaceRecoveryCodes(tx, holder, made));
    return { holder, codes: made.codes };
  }
  const recover = (holder: Holder, code: string) => isRecoveryCode(database.db, holder, code, whom);

  test('is accepted once, in any order', async () => {
    const { holder, codes } = await withCodes();
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    for (const code of [codes[7]!, codes[0]!, codes[9]!]) {
      expect(await recover(holder, code)).toBe(true);
      expect(await recover(holder, code)).toBe(false);
    }
    expect((await readFactors(database.db, holder)).recoveryCodes).toBe(recoveryCodeCount - 3);
  });

  test('is accepted once when it is sent in parallel', async () => {
    const { holder, codes } = await withCodes();
    const all = await Promise.all(Array.from({ length: 6 }, () => recover(holder, codes[3]!)));
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  test('is accepted in capitals and without its hyphen', async () => {
    const { holder, codes } = await withCodes();
    expect(await recover(holder, codes[1]!.toUpperCase().replace('-', ' '))).toBe(true);
  });

  test('of another person, of an earlier set and a wrong one are refused', async () => {
    const [ann, ben] = [await withCodes(), await withCodes()];
    expect(await recover(ben.holder, ann.codes[0]!)).toBe(false);
    expect(await recover(ann.holder, 'abcde-fghjk')).toBe(false);
    const newer = await makeRecoveryCodes(whom);
    await transaction(database.db, (tx) => replaceRecoveryCodes(tx, ann.holder, newer));
    expect(await recover(ann.holder, ann.codes[0]!)).toBe(false);
    expect(await recover(ann.holder, newer.codes[0]!)).toBe(true);
  });

  test('is no second factor by itself', async () => {
    const { holder } = await withCodes();
    expect(hasSecondFactor(await readFactors(database.db, holder))).toBe(false);
    const set = await withAuthenticator();
    expect(hasSecondFactor(await readFactors(database.db, set.holder))).toBe(true);
    await transaction(database.db, (tx) => removeFactors(tx, set.holder));
    expect(hasSecondFactor(await readFactors(database.db, set.holder))).toBe(false);
  });
});

describe('A challenge', () => {
  const scope = { purpose: 'sign-in-step', audience: 'app_live' } as const;

  test('is taken once, also in parallel', async () => {
    const holder = await createHolder();
    const token = await issueChallenge(database.db, { ...scope, holder });
    const all = await Promise.all(Array.from({ length: 6 }, () => takeChallenge(database.db, token, scope)));
    expect(all.filter(Boolean)).toEqual([{ holder, boundTo: undefined }]);
  });

  test('is good at its site, for its purpose and for five minutes alone', async () => {
    const token = await issueChallenge(database.db, scope);
    expect(await takeChallenge(database.db, token, { ...scope, audience: 'app_other' })).toBeUndefined();
    expect(await takeChallenge(database.db, token, { ...scope, purpose: 'use-passkey' })).toBeUndefined();
    expect(await findChallenge(database.db, token, scope)).toBeTruthy();
    await database.pool.query(`update second_factor_challenge set expires_at = now() - interval '1 second'`);
    expect(await findChallenge(database.db, token, scope)).toBeUndefined();
    expect(await takeChallenge(database.db, token, scope)).toBeUndefined();
  });

  test('takes five guesses, also in parallel', async () => {
    const token = await issueChallenge(database.db, scope);
    const all = await Promise.all(Array.from({ length: 12 }, () => takeTry(database.db, token, scope)));
    expect(all.filter(Boolean)).toHaveLength(challengeTries);
    expect(await findChallenge(database.db, token, scope)).toBeUndefined();
  });
});
