import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMembership } from './membership.ts';

/** @param reply status and body of every answer; a text is no JSON, undefined hangs up */
async function membershipAnswering(reply?: { status: number; body: unknown }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!reply) return response.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, membership: createMembership({ publicKey: 'pk_1', domain: `http://127.0.0.1:${port}` }) };
}
vi.stubGlobal('location', { pathname: '/' });
const person = { email: 'a@b.example', password: 'secret-of-mine' };
const member = { id: 'mem_1', customFields: {}, planConnections: [] };
const tokens = { accessToken: 'token', expires: 2e12, type: 'bearer' };
const proxyPage = { status: 502, body: '<h1>Bad gateway</h1>' };

test.each([
  ['no member', { data: { tokens } }],
  ['no token', { data: { member, tokens: null } }],
  ['nothing', {}],
])('an answer with %s is no sign-in', async (_, body) => {
  const { membership } = await membershipAnswering({ status: 200, body });
  await expect(membership.loginMemberEmailPassword(person)).rejects.toMatchObject({
    code: 'login-failed',
    message: 'Login failed. Please check your email and password.',
  });
  await expect(membership.signupMemberEmailPassword(person)).rejects.toMatchObject({
    code: 'signup-failed',
    message: 'Registration failed. Please try again.',
  });
  expect([membership.knownMember(), membership.getMemberCookie()]).toEqual([null, null]);
});

test('a refusal keeps the sentence of the service; one without gets ours', async () => {
  const said = await membershipAnswering({ status: 400, body: { error: { code: 'x', message: 'No, thanks.' } } });
  await expect(said.membership.loginMemberEmailPassword(person)).rejects.toThrow('No, thanks.');
  await expect(said.membership.signupMemberEmailPassword(person)).rejects.toThrow('No, thanks.');
  const mute = await membershipAnswering({ status: 400, body: { error: { code: 'x', message: '' } } });
  await expect(mute.membership.loginMemberEmailPassword(person)).rejects.toThrow(
    'Login failed. Please check your credentials and try again.',
  );
});

test('a sign-up that a failing or silent service has lost is to be tried later', async () => {
  for (const reply of [proxyPage, undefined])
    await expect((await membershipAnswering(reply)).membership.signupMemberEmailPassword(person)).rejects.toThrow(
      'Registration failed. Please try again later.',
    );
});

test('a log-in blames the connection only where no answer came', async () => {
  const failing = await membershipAnswering(proxyPage);
  await expect(failing.membership.loginMemberEmailPassword(person)).rejects.toMatchObject({
    code: 'unknown-error',
    status: 502,
    message: 'Something went wrong on our side. Please try again.',
  });
  const silent = await membershipAnswering();
  await expect(silent.membership.loginMemberEmailPassword(person)).rejects.toMatchObject({ code: 'network-error' });
});

test('what only a member can do is refused to a visitor without a request', async () => {
  const { asked, membership } = await membershipAnswering({ status: 200, body: { data: {} } });
  for (const call of [() => membership.addPlan({ planId: 'pln_a' }), () => membership.getMemberJSON()])
    await expect(call()).rejects.toMatchObject({ code: 'login-required', message: 'Member not logged in' });
  expect(asked).toEqual([]);
  await membership.getSecureContent({ contentId: 'x' });
  expect(asked).toEqual(['POST /secure-content']);
});

// Control. It is the last, since Node has no storage: what is kept lives as long as the file.
test('an answer with member and token is a sign-in', async () => {
  const { membership } = await membershipAnswering({ status: 200, body: { data: { member, tokens } } });
  await membership.loginMemberEmailPassword(person);
  expect(membership.knownMember()).toEqual(member);
});
