import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { locksMailboxBefore, theMailbox, theMember } from '../../testing/held-locks.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { sendVerification } from './addresses/verification.ts';

/** Two transactions that take the same two locks in different orders deadlock. */

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

describe('a mailbox is locked', () => {
  test('after the member whose link is mailed to it', async () => {
    const { email, member } = await product.buildMember();
    await product.mailsTo(email);
    await product.forgetMailLimits();
    const work = () => sendVerification(product.services, { memberId: member.id, email });
    expect(await locksMailboxBefore(product.database, theMember(member.id), { work, email })).toBe(false);
    await product.hurryMails();
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toEqual(['verification', 'verification']);
  });

  test('in the same order with another, whichever of the two a member moves to', async () => {
    const [one, other] = [await product.buildMember({ proved: true }), await product.buildMember({ proved: true })];
    await product.mailsTo(one.email);
    await product.forgetMailLimits();
    const swaps = [
      { mover: one, to: other.email },
      { mover: other, to: one.email },
    ];
    const locksOthersFirst = [];
    for (const { mover, to } of swaps) {
      const statuses: number[] = [];
      const work = async () =>
        statuses.push((await product.post('/member-auth', { email: to }, { token: mover.token })).status);
      locksOthersFirst.push(
        await locksMailboxBefore(product.database, theMailbox(one.email), { work, email: other.email }),
      );
      expect(statuses).toEqual([200]);
    }
    expect(locksOthersFirst[0]).toBe(locksOthersFirst[1]);
  });
});

describe('a wrong order is found', () => {
  test('of a mailbox before its member', async () => {
    const { email, member } = await product.buildMember();
    const work = () =>
      transaction(product.database.db, async (tx) => {
        await theMailbox(email)(tx);
        await theMember(member.id)(tx);
      });
    expect(await locksMailboxBefore(product.database, theMember(member.id), { work, email })).toBe(true);
  });

  test('of two mailboxes in two transactions', async () => {
    const [one, other] = ['one@example.org', 'other@example.org'] as const;
    const locksOthersFirst = [];
    for (const emails of [
      [one, other],
      [other, one],
    ]) {
      const work = () =>
        transaction(product.database.db, async (tx) => {
          for (const email of emails) await theMailbox(email)(tx);
        });
      locksOthersFirst.push(await locksMailboxBefore(product.database, theMailbox(one), { work, email: other }));
    }
    expect(locksOthersFirst).toEqual([false, true]);
  });
});
