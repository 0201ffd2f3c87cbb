import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInsPerAccount } from '../../../../contract/calls/sign-in.ts';
import { startRush } from '../../../testing/hashing-rush.ts';
import {
  goodPassword,
  startTestMembership,
  type TestMember,
  type TestMembership,
} from '../../../testing/membership.ts';
import { triesMost } from '../codes/mailed-codes.store.ts';

let product: TestMembership;
let strangers: TestMember[];
let students: TestMember[];
beforeAll(async () => {
  product = await startTestMembership();
  strangers = await buildMembers(10);
  students = await buildMembers(12);
});
afterAll(() => product.stop());

async function buildMembers(count: number): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let built = 0; built < count; built++) members.push(await product.buildMember());
  return members;
}

/** Load: ten accounts of one client change their passwords, nine concurrent calls each, until stopped. */
function startFlood(from: string) {
  const over = new AbortController();
  const crowded = Promise.withResolvers<void>();
  const change = { oldPassword: goodPassword, newPassword: goodPassword };
  const keepChanging = async ({ token }: TestMember) => {
    while (!over.signal.aborted) {
      const { status } = await product.post('/member-auth', change, { token, from });
      if (status === 503) crowded.resolve();
    }
  };
  const callers = Array.from({ length: 90 }, (_, index) => keepChanging(strangers[index % 10]!));
  return {
    /** The first refusal shows that the queue is full. */
    isCrowded: crowded.promise,
    async stop() {
      over.abort();
      await Promise.all(callers);
    },
  };
}

/** All students log in at once. @returns how many were turned away; all others are logged in */
async function countTurnedAway(from: string): Promise<number> {
  const logIn = ({ email, password }: TestMember) => product.post('/auth/login', { email, password }, { from });
  const statuses = (await Promise.all(students.map(logIn))).map(({ status }) => status);
  const others = statuses.filter((status) => status !== 503);
  expect(others).toEqual(others.map(() => 200));
  return statuses.length - others.length;
}

/** Waves that may be turned away where a machine with many busy processes lets turns take too long. */
const wavesMost = 5;

test.for([
  ['somewhere else', '198.51.100.2'],
  ['the same network', '198.51.100.1'],
] as const)(
  'everybody logs in from %s while 90 calls at a time change passwords',
  async ([, from], { onTestFinished }) => {
    const flood = startFlood('198.51.100.1');
    onTestFinished(flood.stop);
    await flood.isCrowded;
    // Without shares eight to twelve of the twelve were turned away in each of five waves.
    const most = students.length / 4;
    const turnedAway = [await countTurnedAway(from)];
    while (turnedAway.at(-1)! > most && turnedAway.length < wavesMost) turnedAway.push(await countTurnedAway(from));
    expect(turnedAway.at(-1), `turned away: ${turnedAway.join(', ')}`).toBeLessThanOrEqual(most);
  },
);

test('a log-in refused by overload uses up no attempt', async () => {
  const [student] = students;
  const logIn = () => product.post('/auth/login', { email: student!.email, password: goodPassword });
  const stopRush = startRush();
  for (let refusedInARow = 0; refusedInARow <= logInsPerAccount.points; refusedInARow++) {
    const { status } = await logIn();
    expect([200, 503]).toContain(status);
    if (status !== 503) refusedInARow = 0;
  }
  await stopRush();
  expect((await logIn()).status).toBe(200);
});

test('a reset refused by overload uses up no try of the mailed code', async () => {
  const { email } = students[1]!;
  const reset = (token: string) => product.post('/auth/reset-password', { email, token, newPassword: goodPassword });
  let { code } = await product.freshCode(email, 'reset');
  const stopRush = startRush();
  for (let refusedInARow = 0; refusedInARow <= triesMost;) {
    const { status } = await reset(code);
    refusedInARow = status === 503 ? refusedInARow + 1 : 0;
    if (status === 400) break;
    // Its turn came all the same.
    if (status === 200) ({ code } = await product.freshCode(email, 'reset'));
  }
  await stopRush();
  expect((await reset(code)).status).toBe(200);
});
