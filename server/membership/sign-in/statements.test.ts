import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { recordRequests } from '../../testing/recorded-statements.ts';

const recording = recordRequests();
let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(async () => {
  recording.stop();
  await product.stop();
});

/** The sites are read again every few seconds, by whatever request is there. */
const isOfSites = (text: string) => /from "(site|plan|price)"/.test(text);
const during = async (work: () => Promise<unknown>) =>
  (await recording.during(work)).filter((text) => !isOfSites(text));
/** Queues a job: the dearest statement, which wakes the workers of every process. */
const isJob = (text: string) => text.includes('graphile_worker.add_jobs');

/** Each statement is a round trip, and work in two processes; beside the password's hash they are what sign-in costs. */
describe('a call asks the database', () => {
  test('eight times for a log-in', async () => {
    const { email, password } = await product.buildMember();
    const logIn = () => product.post('/auth/login', { email, password });
    const statements = await during(async () => expect((await logIn()).status).toBe(200));
    expect(statements).toHaveLength(8);
    expect(statements.filter(isJob)).toEqual([]);
  });

  test('three times for a wrong password', async () => {
    const { email } = await product.buildMember();
    const guess = () => product.post('/auth/login', { email, password: `${goodPassword}-wrong` });
    const statements = await during(async () => expect((await guess()).status).toBe(401));
    expect(statements).toHaveLength(3);
  });

  test('fifteen times for a sign-up, one of which queues a job', async () => {
    const signUp = () => product.post('/auth/signup', { email: newEmail(), password: goodPassword });
    const statements = await during(async () => expect((await signUp()).status).toBe(200));
    expect(statements).toHaveLength(15);
    expect(statements.filter(isJob)).toHaveLength(1);
  });

  test('once for the current member', async () => {
    const { token } = await product.buildMember();
    const statements = await during(async () =>
      expect((await product.call('GET', '/member', { token })).status).toBe(200),
    );
    expect(statements).toHaveLength(1);
  });
});
