import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { createBuying } from '../../testing/buying.ts';
import { eventually, randomAddress, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { listOversold } from '../catalogue/seats.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, confirm, mailsTo, orderOf, sessionOf } = createBuying(() => product);

const stranger = (from = randomAddress()) => product.buildStudent({ proved: false, from });
const outcomeOf = (answer: Awaited<ReturnType<typeof checkout>>): string => answer.body.error?.code ?? 'may pay';
const seatsHeld = async (cohortId: string): Promise<number> => {
  const { rows } = await product.database.pool.query<{ held: number }>(
    `select count(*)::int as held from seat_claim
     where cohort_id = $1 and (state = 'consumed' or (state = 'live' and expires_at > now()))`,
    [cohortId],
  );
  return rows[0]!.held;
};
const atProvider = async (url: string) =>
  (await product.call('GET', '/dev/card/sessions.json')).body.find((session: any) => session.id === sessionOf(url))
    .status;
const minutesHeld = ({ holdExpiresAt }: { holdExpiresAt: string }) => (Date.parse(holdExpiresAt) - Date.now()) / 60_000;
const runEndOfHold = (orderId: string) =>
  product.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key = 'end-unproved-hold-' || $1`,
    [orderId],
  );

/** A mailbox gets one mail in 30 seconds: as if they had passed since the one before. */
async function hurryMails(): Promise<void> {
  await product.database.pool.query(`delete from rate_limit where key like 'mail-%'`);
  await product.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'mail-code-%' and locked_at is null`,
  );
}

/** As the page does it: has a code mailed, reads it and types it in. */
async function prove(student: Student): Promise<void> {
  expect((await student.post('/member/verify-email/send')).status).toBe(200);
  let code: string | undefined;
  await eventually(async () => {
    const mail = (await mailsTo(student.email)).find(({ text }) => text.includes('Use this code to confirm'));
    code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    if (code === undefined) await hurryMails();
    return code !== undefined;
  });
  expect((await student.post('/member/verify-email', { code })).body.data.verified).toBe(true);
}

/** A class that is full: all but the last places by addresses that are not proved, the last ones by proved ones. */
async function buildFullCohort(
  unproved: number,
  ...proved: Student[]
): Promise<{ cohortId: string; holders: Student[] }> {
  const cohortId = await product.buildCohort(unproved + limits.lastPlaces);
  const holders = await Promise.all(Array.from({ length: unproved }, () => stranger()));
  for (const holder of holders) expect(outcomeOf(await checkout(holder, cohortId))).toBe('may pay');
  for (let place = 0; place < limits.lastPlaces; place++)
    expect(outcomeOf(await checkout(proved[place] ?? (await product.buildStudent()), cohortId))).toBe('may pay');
  return { cohortId, holders };
}

describe('a seat held without having proved one’s address', () => {
  test('24 such accounts from two addresses cannot empty a class of 24', async () => {
    const cohortId = await product.buildCohort(24);
    const networks = [randomAddress(), randomAddress()];
    const strangers = await Promise.all(Array.from({ length: 24 }, (_, index) => stranger(networks[index % 2])));
    const outcomes = (await Promise.all(strangers.map((each) => checkout(each, cohortId)))).map(outcomeOf);
    const most = 2 * limits.unprovedHoldsPerNetwork;
    expect(outcomes.filter((outcome) => outcome === 'may pay')).toHaveLength(most);
    expect(outcomes.filter((outcome) => outcome === 'email-unproved')).toHaveLength(24 - most);
    expect(await seatsHeld(cohortId)).toBe(most);
    expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('may pay');
  });

  test('is none of the last places, until a mailed code proves the address', async () => {
    const cohortId = await product.buildCohort(limits.lastPlaces + 1);
    expect(outcomeOf(await checkout(await stranger(), cohortId))).toBe('may pay');
    const student = await stranger();
    const refused = await checkout(student, cohortId);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'email-unproved']);
    expect(await orderOf(student)).toBeNull();
    await prove(student);
    expect(outcomeOf(await checkout(student, cohortId))).toBe('may pay');
    expect(minutesHeld(await orderOf(student))).toBeGreaterThan(29);
  });

  test('ends after a short time, its page at the card provider first', async () => {
    const student = await stranger();
    const { url, orderId, holdExpiresAt } = (await checkout(student, await product.buildCohort(9))).body.data;
    expect(Math.round(minutesHeld({ holdExpiresAt }))).toBe(limits.unprovedHoldMinutes);
    expect((await orderOf(student)).holdExpiresAt).toBe(holdExpiresAt);
    await runEndOfHold(orderId);
    await eventually(async () => (await orderOf(student)).state === 'expired');
    expect(await atProvider(url)).toBe('expired');
    expect(await orderOf(student)).toMatchObject({ holdExpiresAt: null, paidCents: 0 });
  });

  test('stays for as long as any other once the address is proved', async () => {
    const student = await stranger();
    const { orderId } = (await checkout(student, await product.buildCohort(9))).body.data;
    await prove(student);
    await runEndOfHold(orderId);
    await eventually(async () => minutesHeld(await orderOf(student)) > limits.unprovedHoldMinutes + 1);
    expect(minutesHeld(await orderOf(student))).toBeGreaterThan(29);
  });

  test('is one at a time, and few a day', async () => {
    const student = await stranger();
    const cohortIds = await Promise.all(
      Array.from({ length: limits.unprovedHoldsPerDay + 1 }, () => product.buildCohort(9)),
    );
    const outcomes = [];
    for (const cohortId of cohortIds) outcomes.push(outcomeOf(await checkout(student, cohortId)));
    expect(outcomes).toEqual([...cohortIds.slice(1).map(() => 'may pay'), 'email-unproved']);
    expect(await Promise.all(cohortIds.map(seatsHeld))).toEqual([0, 0, 1, 0]);
  });
});

describe('somebody who proved their address, in a full class', () => {
  test('gets the seat of one who did not, whose page ends first; then the class is full', async () => {
    const { cohortId, holders } = await buildFullCohort(2);
    const urls = await Promise.all(holders.map(async (holder) => (await orderOf(holder)).checkoutUrl));
    expect(outcomeOf(await checkout(await stranger(), cohortId))).toBe('email-unproved');
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => product.buildStudent()));
    expect(outcomeOf(await checkout(first!, cohortId))).toBe('may pay');
    expect((await Promise.all(urls.map(atProvider))).toSorted()).toEqual(['expired', 'open']);
    expect(outcomeOf(await checkout(second!, cohortId))).toBe('may pay');
    expect((await Promise.all(holders.map(orderOf))).map(({ state }) => state)).toEqual(['expired', 'expired']);
    expect(outcomeOf(await checkout(third!, cohortId))).toBe('cohort-full');
    // Now proving would not help either.
    expect(outcomeOf(await checkout(await stranger(), cohortId))).toBe('cohort-full');
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('is shown that there are places', async () => {
    const { cohortId } = await buildFullCohort(2);
    const { cohorts } = (await product.call('GET', '/enrolment/catalogue')).body.data;
    expect(cohorts.find(({ id }: { id: string }) => id === cohortId).seats).toEqual({ state: 'few', left: 2 });
  });

  test('does not get the seat of one who has paid already, though nobody has told us yet', async () => {
    const { cohortId, holders } = await buildFullCohort(1);
    const { checkoutUrl } = await orderOf(holders[0]!);
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: 1 } } });
    await product.pay(checkoutUrl);
    const answer = await checkout(await product.buildStudent(), cohortId);
    await product.call('DELETE', '/dev/card/faults');
    expect(outcomeOf(answer)).toBe('cohort-full');
    expect((await orderOf(holders[0]!)).state).toBe('paid');
  });

  test('does not get the seat of one who has proved theirs meanwhile', async () => {
    const { cohortId, holders } = await buildFullCohort(1);
    await prove(holders[0]!);
    expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('cohort-full');
    expect(minutesHeld(await orderOf(holders[0]!))).toBeGreaterThan(29);
  });

  test('is one of twelve at once: as many as there were such seats get one', async () => {
    const { cohortId } = await buildFullCohort(4);
    const students = await Promise.all(Array.from({ length: 12 }, () => product.buildStudent()));
    const press = async (student: Student): Promise<string> => {
      const outcome = outcomeOf(await checkout(student, cohortId));
      return outcome === 'service-unavailable' ? press(student) : outcome;
    };
    const outcomes = await Promise.all(students.map(press));
    expect(outcomes.filter((outcome) => outcome === 'may pay')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'cohort-full')).toHaveLength(8);
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('may move money that waits for a seat there', async () => {
    const student = await product.buildStudent();
    const filled = await product.buildCohort(1);
    const { url } = (await checkout(student, filled)).body.data;
    await product.database.pool.query(`update seat_claim set expires_at = now() where member_id = $1`, [
      student.memberId,
    ]);
    expect(outcomeOf(await checkout(await product.buildStudent(), filled))).toBe('may pay');
    await product.pay(url);
    expect((await confirm(student, url)).state).toBe('unseated');
    const { cohortId } = await buildFullCohort(1);
    const resolved = await student.post('/enrolment/order/resolve', { choice: 'cohort', cohortId });
    expect(resolved.body.data).toMatchObject({ state: 'paid', cohort: { id: cohortId } });
  });
});

/** A full class in which one seat gives way, and a student at a card page who has lost the seat held for them. */
async function buildLatePayer() {
  const late = await product.buildStudent();
  const { cohortId, holders } = await buildFullCohort(1, late);
  await product.database.pool.query(`update seat_claim set expires_at = now() where member_id = $1`, [late.memberId]);
  expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('may pay');
  const { checkoutUrl } = await orderOf(late);
  return { late, cohortId, url: checkoutUrl, holder: holders[0]! };
}

describe('money that comes when the seat held for it has run out, in a full class', () => {
  test('gets a seat held for an address that is not proved, whose page ends first', async () => {
    const { late, url, holder } = await buildLatePayer();
    const { checkoutUrl } = await orderOf(holder);
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('paid');
    expect([await atProvider(checkoutUrl), (await orderOf(holder)).state]).toEqual(['expired', 'expired']);
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('waits for a decision where the holder has paid too, though nobody has told us yet', async () => {
    const { late, url, holder } = await buildLatePayer();
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: 2 } } });
    await product.pay((await orderOf(holder)).checkoutUrl);
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('unseated');
    await product.call('DELETE', '/dev/card/faults');
    expect((await orderOf(holder)).state).toBe('paid');
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('is not known yet while the card provider cannot end that page, and gets the seat as soon as it can', async () => {
    const { late, url, holder } = await buildLatePayer();
    const refuseToExpire = { api: { mode: '500', method: 'POST', path: '/v1/checkout/sessions/cs_' } };
    await product.call('POST', '/dev/card/faults', { body: refuseToExpire });
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('awaiting-payment');
    await product.call('DELETE', '/dev/card/faults');
    expect((await confirm(late, url)).state).toBe('paid');
    expect((await orderOf(holder)).state).toBe('expired');
  });
});

test('one network holds half a class at most without paying, and is told how long to wait', async () => {
  const from = randomAddress();
  const cohortId = await product.buildCohort(24);
  const students = await Promise.all(
    Array.from({ length: limits.holdsPerNetwork + 1 }, () => product.buildStudent({ from })),
  );
  const last = students.pop()!;
  for (const student of students) expect(outcomeOf(await checkout(student, cohortId))).toBe('may pay');
  const refused = await checkout(last, cohortId);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too-many-requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30 * 60);
  expect(refused.body.error.message).toMatch(
    /held from your network at the moment\. Please try again in 3\d minutes\./,
  );
  const { checkoutUrl } = await orderOf(students[0]!);
  await product.pay(checkoutUrl);
  await eventually(async () => (await orderOf(students[0]!)).state === 'paid');
  expect(outcomeOf(await checkout(last, cohortId))).toBe('may pay');
});
