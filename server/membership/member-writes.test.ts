import { afterAll, beforeAll, expect, test } from 'vitest';
import { writesPerMember } from '../../contract/call.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

/** Calls of a member without a limit of their own. Those of enrolment share the counter. */
const writes: [method: string, path: string, body?: unknown][] = [
  ['POST', '/member/json', { json: { theme: 'dark' } }],
  ['POST', '/member/plans/add', { planId: 'pln_demo_free' }],
  ['POST', '/member/plans/remove', { planId: 'pln_demo_free' }],
  ['POST', '/member/connect-provider/ticket'],
  ['POST', '/member/second-factor/passkeys/options'],
  ['POST', '/member/second-factor/authenticator'],
  ['DELETE', '/member/second-factor/authenticator'],
  ['POST', '/member/second-factor/recovery-codes'],
  ['POST', '/member/prove/passkey-options'],
];

test('changes of one member are limited over all calls without a limit of their own, apart from other members', async () => {
  const [busy, other] = [await product.buildMember(), await product.buildMember()];
  const countOf = (member: { id: string }) => product.services.limits.used(writesPerMember, member.id);
  for (const [method, path, body] of writes) await product.call(method, path, { token: busy.token, body });
  expect(await countOf(busy.member)).toBe(writes.length);

  const left = writesPerMember.points - writes.length;
  for (let taken = 0; taken < left - 1; taken++) await product.services.limits.take(writesPerMember, busy.member.id);
  const save = (token: string) => product.call('POST', '/member/json', { token, body: { json: 1 } });
  expect((await save(busy.token)).status).toBe(200);
  const refused = await save(busy.token);
  expect(refused).toMatchObject({ status: 429, error: { code: 'too-many-requests' } });
  for (const [method, path, body] of writes)
    expect((await product.call(method, path, { token: busy.token, body })).status).toBe(429);
  expect((await product.call('GET', '/member', { token: busy.token })).status).toBe(200);
  expect((await save(other.token)).status).toBe(200);
});
