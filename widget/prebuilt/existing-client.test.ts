import { expect, test } from 'vitest';
import { RequestError } from '../../client/request.ts';
import type { Member } from '../../contract/members.ts';
import { adaptClient } from './existing-client.ts';

/** As much of a client as is asked here. */
function createClient(calls: Record<string, (...given: never[]) => Promise<unknown>>) {
  let token: string | undefined;
  const listeners: ((member: Member | null) => void)[] = [];
  return {
    getMemberCookie: () => token,
    onAuthChange: (listener: (member: Member | null) => void) => {
      listeners.push(listener);
      return { unsubscribe: () => undefined };
    },
    begin: (member: Member) => {
      token = 'token';
      for (const listener of listeners) listener(member);
    },
    ...calls,
  };
}

const member = { id: 'mem_1', auth: { email: 'a@b.example', providers: [] }, profileImage: null } as unknown as Member;

test('who is signed in is known from what the client tells', () => {
  const theirs = createClient({});
  const client = adaptClient(theirs);
  expect(client.knownMember()).toBeNull();
  theirs.begin(member);
  expect(client.knownMember()).toBe(member);
  expect(client.getMemberCookie()).toBe('token');
});

test('everybody hears of changes the client keeps to itself', async () => {
  const changed = { ...member, verified: true };
  const theirs = createClient({
    updateMember: async () => ({ data: changed }),
    updateMemberProfileImage: async () => ({ data: { profileImage: 'https://a.example/1.png' } }),
    disconnectProvider: async () => ({ data: { providers: [{ provider: 'google' }] } }),
    logout: async () => ({ data: { redirect: null } }),
  });
  const client = adaptClient(theirs);
  const heard: (Member | null)[] = [];
  client.onAuthChange((now) => heard.push(now));
  theirs.begin(member);
  await client.updateMember({ customFields: {} });
  await client.updateMemberProfileImage({ profileImage: null });
  await client.disconnectProvider({ provider: 'google' });
  await client.logout();
  expect(heard).toEqual([
    member,
    changed,
    { ...changed, profileImage: 'https://a.example/1.png' },
    expect.objectContaining({ auth: { email: 'a@b.example', providers: [{ provider: 'google' }] } }),
    null,
  ]);
});

test('an answer about the member before they were changed does not undo the change', async () => {
  const changed = { ...member, verified: true };
  const old = Promise.withResolvers<object>();
  const theirs = createClient({ getCurrentMember: () => old.promise, updateMember: async () => ({ data: changed }) });
  const client = adaptClient(theirs);
  theirs.begin(member);
  const asking = client.getCurrentMember();
  await client.updateMember({ customFields: {} });
  old.resolve({ data: member });
  expect([await asking, client.knownMember()]).toEqual([{ data: changed }, changed]);
});

test('what the client rejects with is an error with its code and all it says', async () => {
  const theirs = createClient({
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- It is what the client does.
    getApp: () => Promise.reject({ code: 'use-social-login', message: 'Use it.', providerKey: 'google' }),
  });
  const failure = await adaptClient(theirs)
    .getApp()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestError);
  expect(failure).toMatchObject({ code: 'use-social-login', message: 'Use it.', providerKey: 'google' });
});

test('a method has the same function whenever it is asked for, and runs in the press itself', () => {
  let hasRun = false;
  const theirs = createClient({
    loginWithProvider: async () => {
      hasRun = true;
      return { data: { member, tokens: { accessToken: 't' } } };
    },
  });
  const client = adaptClient(theirs);
  expect(client.loginWithProvider).toBe(client.loginWithProvider);
  void client.loginWithProvider({ provider: 'google' });
  expect(hasRun).toBe(true);
});

test('a log-in that the client answers without a member has failed', async () => {
  const theirs = createClient({ loginMemberEmailPassword: async () => ({ data: {} }) });
  await expect(adaptClient(theirs).loginMemberEmailPassword({ email: 'a', password: 'b' })).rejects.toMatchObject({
    code: 'login-failed',
  });
});
