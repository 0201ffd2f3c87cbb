import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { createBuying } from '../../../testing/buying.ts';
import {
  cards,
  eventually,
  randomAddress,
  startTestProduct,
  type Student,
  type TestProduct,
} from '../../../testing/product.ts';
import { untilNotBusy } from '../../../testing/until-not-busy.ts';
import { listOversold } from '../../catalogue/seats.ts';

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

/** Simulates the 30 seconds that a mailbox waits between two mails. */
async function hurryMails(): Promise<void> {
  await product.database.pool.query(`delete from rate_limit where key like 'mail-%'`);
  await product.database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'mail-code-%' and locked_at is null`,
  );
}

/** Proves the address as the page does: requests a code, reads the mail and sends the code. */
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

/** A full cohort: the last seats held by proved addresses, all others by unproved ones. */
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
  test('24 such accounts from two client addresses cannot fill a cohort of 24', async () => {
    const cohortId = await product.buildCohort(24);
    const networks = [randomAddress(), randomAddress()];
    const strangers = await Promise.all(Array.from({ length: 24 }, (_, index) => stranger(networks[index % 2])));
    const answers = await Promise.all(strangers.map((each) => untilNotBusy(() => checkout(each, cohortId))));
    const outcomes = answers.map(outcomeOf);
    const most = 2 * limits.unprovedHoldsPerNetwork;
    expect(outcomes.filter((outcome) => outcome === 'may pay')).toHaveLength(most);
    expect(outcomes.filter((outcome) => outcome === 'email-unproved')).toHaveLength(24 - most);
    expect(await seatsHeld(cohortId)).toBe(most);
    expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('may pay');
  });

  test('counts to its network’s share while a bank’s payment is on its way, which may never arrive', async () => {
    const [cohortId, network] = [await product.buildCohort(24), randomAddress()];
    for (let held = 0; held < limits.unprovedHoldsPerNetwork; held++) {
      const student = await stranger(network);
      const { url } = (await checkout(student, cohortId)).body.data;
      await product.pay(url, cards.settlesLater);
      await eventually(async () => (await orderOf(student)).state === 'processing');
    }
    expect(outcomeOf(await checkout(await stranger(network), cohortId))).toBe('email-unproved');
    // Negative control.
    expect(outcomeOf(await checkout(await stranger(), cohortId))).toBe('may pay');
  });

  test('cannot be one of the last seats until a mailed code proves the address', async () => {
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

  test('lasts as long as any other once the address is proved', async () => {
    const student = await stranger();
    const { orderId } = (await checkout(student, await product.buildCohort(9))).body.data;
    await prove(student);
    await runEndOfHold(orderId);
    await eventually(async () => minutesHeld(await orderOf(student)) > limits.unprovedHoldMinutes + 1);
    expect(minutesHeld(await orderOf(student))).toBeGreaterThan(29);
  });

  test('may become longer before a lost answer of the provider is asked for again', async () => {
    const student = await stranger();
    const cohortId = await product.buildCohort(9);
    await product.call('POST', '/dev/card/faults', {
      body: { api: { mode: 'answer-lost', path: '/v1/checkout/sessions', method: 'POST', times: 3 } },
    });
    expect(outcomeOf(await checkout(student, cohortId))).toBe('payment-provider-unavailable');
    const { id, holdExpiresAt } = await orderOf(student);
    await prove(student);
    await runEndOfHold(id);
    await eventually(async () => (await orderOf(student)).holdExpiresAt !== holdExpiresAt);
    const again = await checkout(student, cohortId);
    expect([outcomeOf(again), again.body.data?.orderId]).toEqual(['may pay', id]);
  });

  test('is limited to one at a time and to a daily quota', async () => {
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

describe('a member with a proved address, in a full cohort', () => {
  test('gets the seat of an unproved one, whose checkout is expired first; then the cohort is full', async () => {
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

  test('does not get the seat of one who has paid, even before the event arrives', async () => {
    const { cohortId, holders } = await buildFullCohort(1);
    const { checkoutUrl } = await orderOf(holders[0]!);
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: 1 } } });
    await product.pay(checkoutUrl);
    const answer = await checkout(await product.buildStudent(), cohortId);
    await product.call('DELETE', '/dev/card/faults');
    expect(outcomeOf(answer)).toBe('cohort-full');
    expect((await orderOf(holders[0]!)).state).toBe('paid');
  });

  test('does not get the seat of one who has proved their address meanwhile', async () => {
    const { cohortId, holders } = await buildFullCohort(1);
    await prove(holders[0]!);
    expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('cohort-full');
    expect(minutesHeld(await orderOf(holders[0]!))).toBeGreaterThan(29);
  });

  test('is one of twelve concurrent ones, of whom as many get a seat as there were such holds', async () => {
    const { cohortId } = await buildFullCohort(4);
    const students = await Promise.all(Array.from({ length: 12 }, () => product.buildStudent()));
    const answers = await Promise.all(students.map((student) => untilNotBusy(() => checkout(student, cohortId))));
    const outcomes = answers.map(outcomeOf);
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

/** A full cohort with one hold that gives way, and a student on the card page whose hold has expired. */
async function buildLatePayer() {
  const late = await product.buildStudent();
  const { cohortId, holders } = await buildFullCohort(1, late);
  await product.database.pool.query(`update seat_claim set expires_at = now() where member_id = $1`, [late.memberId]);
  expect(outcomeOf(await checkout(await product.buildStudent(), cohortId))).toBe('may pay');
  const { checkoutUrl } = await orderOf(late);
  return { late, cohortId, url: checkoutUrl, holder: holders[0]! };
}

describe('a payment after its hold has expired, in a full cohort', () => {
  test('gets a seat held for an unproved address, whose checkout is expired first', async () => {
    const { late, url, holder } = await buildLatePayer();
    const { checkoutUrl } = await orderOf(holder);
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('paid');
    expect([await atProvider(checkoutUrl), (await orderOf(holder)).state]).toEqual(['expired', 'expired']);
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('waits for a decision if the holder has paid too, even before the event arrives', async () => {
    const { late, url, holder } = await buildLatePayer();
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: 2 } } });
    await product.pay((await orderOf(holder)).checkoutUrl);
    await product.pay(url);
    expect((await confirm(late, url)).state).toBe('unseated');
    await product.call('DELETE', '/dev/card/faults');
    expect((await orderOf(holder)).state).toBe('paid');
    expect(await listOversold(product.database.db)).toEqual([]);
  });

  test('is not confirmed while the card provider cannot expire that checkout, and gets the seat as soon as it can', async () => {
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
