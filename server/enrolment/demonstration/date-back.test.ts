import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PooledDatabase } from '../../platform/database/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { theMember } from '../../testing/held-locks.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { withoutLocks } from '../../testing/without-locks.ts';
import { dateBack } from './make-student.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const registeredAt = new Date('2026-03-01T10:00:00Z');
const past = { registeredAt, orderedAt: registeredAt, answeredAt: null };

/** A student to whom a mail was queued. */
async function insertStudent(name: string): Promise<{ memberId: string; email: string }> {
  const [memberId, email] = [`mem_${name}`, `${name}@students.example`];
  const { pool } = product.database;
  await pool.query(`insert into member (id, site_id, email, verified) values ($1, 'app_enrolment', $2, true)`, [
    memberId,
    email,
  ]);
  await pool.query(
    `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sensitive)
     values ('mail_' || $1, 'receipt', $2, '', '', '', false)`,
    [memberId, email],
  );
  return { memberId, email };
}

/**
 * Dates a student back while an event of the card provider holds their member.
 *
 * @returns what the event finds then: the mail it might queue again is free, or dated back already
 */
async function mailMeanwhile(name: string, db: PooledDatabase): Promise<'free' | 'dated back'> {
  const student = await insertStudent(name);
  const waiters = async () =>
    (
      await product.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount ?? 0;
  let isDone = false;
  let dating: Promise<void> | undefined;
  const found = await product.database.db.transaction().execute(async (event) => {
    await theMember(student.memberId)(event);
    dating = dateBack({ db, membership: product.membership }, student, past).then(() => void (isDone = true));
    await eventually(async () => isDone || (await waiters()) > 0);
    const { rows } = await sql<{ isSent: boolean }>`select sent_at is not null as "isSent" from mail_outbox
      where recipient = ${student.email} for update nowait`.execute(event);
    return rows[0]!.isSent ? 'dated back' : 'free';
  });
  await dating;
  return found;
}

test('a student is dated back once nothing holds their member, and locks nothing before', async () => {
  expect(await mailMeanwhile('awaited', product.database.db)).toBe('free');
  const { rows } = await product.database.pool.query(
    `select sent_at from mail_outbox where recipient = 'awaited@students.example'`,
  );
  expect(rows).toEqual([{ sent_at: new Date('2026-03-01T10:01:00Z') }]);
});

test('the negative control: without the lock their mail would be taken meanwhile', async () => {
  expect(await mailMeanwhile('passed', product.database.db.withPlugin(withoutLocks))).toBe('dated back');
});
