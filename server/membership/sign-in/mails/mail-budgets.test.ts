import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction, type Database } from '../../../platform/database/database.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { letMailboxesRest } from '../../../testing/mailboxes.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMembership,
} from '../../../testing/membership.ts';
import { withoutLocks } from '../../../testing/without-locks.ts';
import { bookMail, findTurn } from './mail-budgets.ts';
import type { BookedMail } from './mail-budgets.store.ts';

const quietSite = { ...liveSite, id: 'app_quiet', publicKey: 'pk_quiet', name: 'Quiet Clinic', privateSignup: true };

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, quietSite, product.services.keys);
});
afterAll(() => product.stop());

const passwords = ['quiet-harbour-mill-7', 'tall-lantern-river-8'];
const rest = (seconds = 31) => letMailboxesRest(product.database, seconds);
const kindsTo = async (email: string) => (await product.mailsTo(email)).map(({ kind }) => kind);
const moveTo = (token: string, email: string) => product.post('/member-auth', { email }, { token });
const askForReset = (email: string) => product.post('/auth/send-reset-password-email', { email });

/** After an attack the owner still gets a requested code. */
async function expectCode(email: string): Promise<void> {
  const { status } = await askForReset(email);
  expect(status).toBe(200);
  await product.hurryMails();
  expect(await product.codeFor(email, 'reset-code')).toMatch(/^\d{6}$/);
}

describe('strangers mail a mailbox three times an hour at most, and its owner still gets codes', () => {
  test('by changing the password of an account on it again and again', async () => {
    const victim = await product.buildMember();
    let oldPassword = victim.password;
    for (let round = 0; round < 8; round++) {
      const newPassword = passwords[round % 2]!;
      const changed = await product.post('/member-auth', { oldPassword, newPassword }, { token: victim.token });
      expect(changed.status).toBe(200);
      oldPassword = newPassword;
      await rest();
    }
    expect(await kindsTo(victim.email)).toEqual(['verification', 'password-changed', 'password-changed']);
    await expectCode(victim.email);
  });

  test('by signing up on it and deleting the account in turn', async () => {
    const email = newEmail();
    for (let round = 0; round < 8; round++) {
      const { data } = await product.post('/auth/signup', { email, password: goodPassword });
      await product.mailsTo(email);
      expect((await product.call('DELETE', '/member', { token: data.tokens.accessToken })).status).toBe(200);
      await rest();
    }
    expect(await kindsTo(email)).toEqual(['verification', 'verification', 'verification']);
    // The owner signs up, and the link is sent once the budget opens.
    const { data } = await product.post('/auth/signup', { email, password: goodPassword });
    await product.mailsTo(email);
    const again = await product.post('/auth/send-email-verification', {}, { token: data.tokens.accessToken });
    expect([again.status, again.error.code]).toEqual([429, 'too-many-requests']);
    await expectCode(email);
    expect(await kindsTo(email)).toHaveLength(4);
    await rest(60 * 60);
    expect((await kindsTo(email)).filter((kind) => kind === 'verification')).toHaveLength(4);
  });

  test('by changing from it to other addresses again and again', async () => {
    const email = newEmail();
    for (let round = 0; round < 4; round++) {
      const { data } = await product.post('/auth/signup', { email, password: goodPassword });
      const own = newEmail();
      expect((await moveTo(data.tokens.accessToken, own)).status).toBe(200);
      const token = await product.linkTokenFor(own, 'verification');
      const proved = await product.call('POST', '/account/verify-email', {
        body: new URLSearchParams({ token, password: goodPassword }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.appUrl },
      });
      expect(proved.status).toBe(200);
      // The address is kept for its former account; here that time passes.
      await product.database.pool.query('delete from former_address');
      await rest();
    }
    expect(await kindsTo(email)).toHaveLength(3);
    // The owner signs up.
    await product.post('/auth/signup', { email, password: goodPassword });
    await expectCode(email);
  });

  test('by changing accounts to it; beyond the budget the change is refused and rolled back', async () => {
    const owner = await product.buildMember({ proved: true });
    await product.mailsTo(owner.email);
    await product.forgetMailLimits();
    const answers = [];
    for (let stranger = 0; stranger < 8; stranger++) {
      const { token, email } = await product.buildMember({ proved: true });
      const { status, headers } = await moveTo(token, owner.email);
      await product.mailsTo(owner.email);
      await rest();
      const shown = (await product.call('GET', '/member', { token })).data;
      // A pending address shows.
      expect([shown.auth.email, shown.verified]).toEqual(status === 429 ? [email, true] : [owner.email, false]);
      answers.push({
        status,
        tellsWhen: headers['retry-after'] !== undefined,
        isTold: (await kindsTo(email)).includes('address-change'),
      });
    }
    const done = { status: 200, tellsWhen: false, isTold: true };
    const refused = { status: 429, tellsWhen: true, isTold: false };
    expect(answers).toEqual([done, done, done, refused, refused, refused, refused, refused]);
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'already-member')).toHaveLength(3);
    await expectCode(owner.email);
    await expectCode(owner.email);
    // A free address is treated the same.
    const free = newEmail();
    const statuses = [];
    for (let stranger = 0; stranger < 4; stranger++) {
      statuses.push((await moveTo((await product.buildMember({ proved: true })).token, free)).status);
      await rest();
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('by asking for codes to it as an address that they wait for', async () => {
    const owner = await product.buildMember({ proved: true });
    await product.mailsTo(owner.email);
    await product.forgetMailLimits();
    const { token } = await product.buildMember({ proved: true });
    expect((await moveTo(token, owner.email)).status).toBe(200);
    const statuses = [];
    for (let asked = 0; asked < 5; asked++) {
      await rest();
      statuses.push((await product.post('/member/verify-email/send', undefined, { token })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    await expectCode(owner.email);
  });
});

describe('a request for a code', () => {
  test.for(['a member', 'an address without an account'])(
    'for %s gets five an hour and ten a day over all purposes, and is told when to ask again',
    async (who) => {
      const { email } = who === 'a member' ? await product.buildMember({ proved: true }) : { email: newEmail() };
      await product.mailsTo(email);
      await product.forgetMailLimits();
      const paths = [
        '/auth/send-reset-password-email',
        '/auth/passwordless/login/send',
        '/auth/passwordless/signup/send',
      ];
      let asked = 0;
      const ask = async () => {
        const { status, error, headers } = await product.post(paths[asked++ % 3]!, { email });
        await letMailboxesRest(product.database, 31);
        return status === 200
          ? 'mailed'
          : { status, code: error.code, message: error.message, wait: headers['retry-after'] };
      };
      const isRefused = (message: RegExp) => ({
        status: 429,
        code: 'too-many-requests',
        message: expect.stringMatching(message),
        wait: expect.stringMatching(/^\d+$/),
      });
      const countMailed = async () =>
        (await product.mailsTo(email)).filter(({ kind }) => kind !== 'verification').length;
      const mailedAt = who === 'a member' ? [5, 10] : [1, 2];

      for (let count = 0; count < 5; count++) expect(await ask()).toBe('mailed');
      expect(await ask()).toEqual(isRefused(/ask again in 5\d minutes\./));
      expect(await countMailed()).toBe(mailedAt[0]);
      await letMailboxesRest(product.database, 60 * 60);
      for (let count = 0; count < 5; count++) expect(await ask()).toBe('mailed');
      await letMailboxesRest(product.database, 60 * 60);
      expect(await ask()).toEqual(isRefused(/ask again in 2\d hours\./));
      expect(await countMailed()).toBe(mailedAt[1]);
    },
  );

  test('is answered with the delay of a delayed mail, in its sentence too', async () => {
    const { email } = await product.buildMember();
    const ask = () => product.post('/auth/send-reset-password-email', { email });
    expect((await ask()).json).toEqual({
      data: 'If there is an account with this address, we have sent it a code and a link.',
      context: expect.any(String),
    });
    const { json } = await ask();
    expect(json.data).toBe(
      `If there is an account with this address, we send it a code and a link in ${json.mailAfterSeconds} seconds.`,
    );
    expect(json.mailAfterSeconds).toBeGreaterThan(20);
    const other = await product.post('/auth/passwordless/login/send', { email });
    expect(other.json).toEqual({ data: { success: true }, mailAfterSeconds: expect.any(Number) });
    // It is sent after the delayed one.
    expect(other.json.mailAfterSeconds).toBeGreaterThan(json.mailAfterSeconds + 20);
  });
});

describe('where sign-ups are private', () => {
  const signUp = (email: string) =>
    product.post('/auth/signup', { email, password: goodPassword }, { headers: { 'x-api-key': quietSite.publicKey } });

  test('a mailbox gets five sign-ups an hour, and the sixth is refused, with an account and without', async () => {
    const [free, taken] = [newEmail(), newEmail()];
    await signUp(taken);
    const token = await product.linkTokenFor(taken, 'finish-sign-up');
    await product.call('POST', '/account/finish-sign-up', {
      body: new URLSearchParams({ token, password: goodPassword }).toString(),
      headers: {
        'x-api-key': undefined,
        'content-type': 'application/x-www-form-urlencoded',
        origin: product.appUrl,
      },
    });
    await product.forgetMailLimits();
    const told: Record<string, string[]> = {};
    for (const email of [free, taken]) {
      told[email] = [];
      for (let round = 0; round < 6; round++) {
        const { status, text } = await signUp(email);
        told[email].push(`${status} ${text.replace(/req_\w+/, '')}`);
        await rest();
      }
      expect((await kindsTo(email)).slice(-5)).toEqual(
        Array(5).fill(email === free ? 'finish-sign-up' : 'already-member'),
      );
    }
    expect(told[free]).toEqual(told[taken]);
    expect(told[free]!.slice(0, 5)).toEqual(Array(5).fill(expect.stringContaining('check-your-mail')));
    expect(told[free]![5]).toMatch(/^429 .*too-many-requests/);
  });

  test('requested again within 30 seconds, the answer has the delay of the mail', async () => {
    const email = newEmail();
    await signUp(email);
    const { error } = await signUp(email);
    expect(error.message).toMatch(/^Almost done: please open the link in the mail that leaves in (2\d|30) seconds\.$/);
  });
});

describe('a notice to a proved address', () => {
  test('is sent at once, then one mail for all later ones, and does not use the budget of codes', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    await product.mailsTo(email);
    await product.forgetMailLimits();
    const notices = async () => (await kindsTo(email)).filter((kind) => kind === 'password-changed').length;
    let oldPassword = password;
    const change = async (round: number) => {
      const newPassword = passwords[round % 2]!;
      expect((await product.post('/member-auth', { oldPassword, newPassword }, { token })).status).toBe(200);
      oldPassword = newPassword;
    };
    await change(0);
    expect(await notices()).toBe(1);
    for (let round = 1; round < 4; round++) await change(round);
    expect(await notices()).toBe(2);
    const { rows } = await product.database.pool.query(
      `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs
       where key like '%-' || (select id from mail_outbox where recipient = $1 order by created_at desc limit 1)`,
      [email],
    );
    expect(rows[0].seconds).toBeGreaterThan(20);
    const statuses = [];
    for (let asked = 0; asked < 6; asked++) {
      statuses.push((await askForReset(email)).status);
      await rest();
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429]);
  });

  test('beyond the budget is delayed until that opens, and is not lost', () => {
    const sent = Array.from({ length: 5 }, (_, index) => booked('notice', -100 * (index + 1)));
    expect(findTurn(sent, { cause: 'notice', slot: 'other' })).toEqual({ isNew: true, afterSeconds: 3_100 });
  });
});

const booked = (cause: BookedMail['cause'], inSeconds: number, slot = 'mail'): BookedMail => ({
  cause,
  inSeconds,
  slot,
});

describe('a budget', () => {
  test('opens when the oldest mail that fills it is an hour or a day old', () => {
    const five = [-3_000, -2_000, -1_000, -500, -100].map((inSeconds) => booked('asked', inSeconds));
    expect(findTurn(five, { cause: 'asked', slot: 'next' })).toEqual({ refusedSeconds: 600 });
    const ten = Array.from({ length: 10 }, (_, index) => booked('asked', -4_000 * (index + 2)));
    expect(findTurn(ten, { cause: 'asked', slot: 'next' })).toEqual({ refusedSeconds: 86_400 - 44_000 });
  });

  test('keeps a part for codes that strangers cannot use, and does not let their mails delay a code', () => {
    const strangers = [-100, -50, -1].map((inSeconds) => booked('strangers', inSeconds));
    expect(findTurn(strangers, { cause: 'strangers', slot: 'next' })).toEqual({ refusedSeconds: 3_500 });
    expect(findTurn(strangers, { cause: 'asked', slot: 'next' })).toEqual({ isNew: true, afterSeconds: 0 });
  });

  test('counts codes against the part of strangers too, so that all stay below the limit', () => {
    const mixed = [...Array(4).fill(booked('asked', -40)), booked('strangers', -60)];
    expect(findTurn(mixed, { cause: 'strangers', slot: 'next' })).toEqual({ refusedSeconds: 3_540 });
  });

  test('merges a second mail of one slot into a delayed one', () => {
    const waiting = [booked('asked', -10, 'sent'), booked('asked', 20, 'waits')];
    expect(findTurn(waiting, { cause: 'asked', slot: 'waits' })).toEqual({ isNew: false, afterSeconds: 20 });
    expect(findTurn(waiting, { cause: 'asked', slot: 'sent' })).toEqual({ isNew: true, afterSeconds: 50 });
  });

  test('holds for thirty concurrent mails, because of the lock', async () => {
    const book = async (db: Database) => {
      const email = newEmail();
      const turns = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          transaction(db, (tx) => bookMail(tx, { email, cause: 'asked', slot: `mail ${index}` })),
        ),
      );
      return turns.filter((turn) => !('refusedSeconds' in turn)).length;
    };
    expect(await book(product.services.db)).toBe(5);
    // Negative control: without the lock more pass, as soon as two overlap.
    await eventually(async () => (await book(product.services.db.withPlugin(withoutLocks))) > 5);
  });
});
