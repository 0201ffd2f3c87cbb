import { expect, test, type ForeignPage } from './foreign-page.ts';
import { buildPerson, getMail, type Person } from './portal.ts';

/** Account management with the existing client on a foreign page. */

const codeIn = async ({ request }: ForeignPage, email: string, subject: RegExp): Promise<string> =>
  /\b\d{6}\b/.exec((await getMail(request, email, subject)).text)![0];

const linkIn = async ({ request }: ForeignPage, email: string, subject: RegExp): Promise<string> =>
  /https?:\/\/\S+/.exec((await getMail(request, email, subject)).text)![0];

/** Proves an address by the link in a mail. The window is not the one that signed up, so it asks for the password. */
async function proves(visitor: ForeignPage, { email, password }: Person): Promise<void> {
  const window = await visitor.page.context().newPage();
  await window.goto(await linkIn(visitor, email, /Confirm your email address/));
  await window.getByLabel('Password').fill(password);
  await window.getByRole('button').click();
  await expect(window.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await window.close();
}

test('a member changes fields and what pages keep for them', async ({ visitor }) => {
  const { client } = visitor;
  const id = await visitor.signsUp(buildPerson());
  const answer = await client.updateMember({ customFields: { workshop: 'Wood turning', newsletter: true } });
  expect(answer).toMatchObject({
    data: { id, customFields: { workshop: 'Wood turning', newsletter: 'true' } },
    _internalUseOnly: { message: 'Your profile has been updated.' },
  });
  const merged = await client.updateMember({ customFields: { 'first-name': 'Ana' } });
  expect(merged.data.customFields).toMatchObject({ workshop: 'Wood turning', 'first-name': 'Ana' });
  await expect(client.updateMember({ customFields: { 'membership-number': '1' } })).rejects.toMatchObject({
    code: 'field-not-writable',
  });

  expect(await client.getMemberJSON()).toEqual({ data: null });
  expect(await client.updateMemberJSON({ json: { saws: ['rip', 'tenon'] } })).toEqual({
    data: { saws: ['rip', 'tenon'] },
  });
  await client.updateMemberJSON({ json: { planes: 2 } });
  expect(await client.getMemberJSON()).toEqual({ data: { planes: 2 } });
  expect(await visitor.hears()).toEqual([id]);
});

test('a member has a picture and takes it away', async ({ visitor }) => {
  const { client, page } = visitor;
  await visitor.signsUp(buildPerson());
  const upload = (kind: 'image/png' | 'text/plain') =>
    page.evaluate(async (type) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
      canvas.getContext('2d')!.fillRect(5, 5, 20, 20);
      const picture = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!)));
      const profileImage = new File([type === 'image/png' ? picture : 'no picture'], 'me.png', { type });
      return window.client.updateMemberProfileImage({ profileImage }).catch((error: unknown) => ({ error }));
    }, kind);
  const answer = (await upload('image/png')) as { data: { profileImage: string } };
  expect(answer).toMatchObject({ _internalUseOnly: { message: 'Your profile image has been updated.' } });
  const { profileImage } = answer.data;
  expect((await client.getCurrentMember()).data?.profileImage).toBe(profileImage);
  const shownWidth = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return image.naturalWidth;
  }, profileImage);
  expect(shownWidth).toBeGreaterThan(0);

  expect(await upload('text/plain')).toMatchObject({ error: { code: 'invalid-file-type' } });
  expect(await client.deleteMemberProfileImage()).toMatchObject({ data: { profileImage: null } });
  await upload('image/png');
  expect(await client.updateMemberProfileImage({ profileImage: null })).toMatchObject({ data: { profileImage: null } });
  expect((await client.getCurrentMember()).data?.profileImage).toBeNull();
});

test('a member changes their password, then their address', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  const next = buildPerson();
  await visitor.signsUp(person);
  expect(await client.updateMemberAuth({ oldPassword: person.password, newPassword: next.password })).toMatchObject({
    data: { auth: { email: person.email } },
    _internalUseOnly: { message: expect.any(String) },
  });
  await expect(
    client.updateMemberAuth({ oldPassword: person.password, newPassword: next.password }),
  ).rejects.toMatchObject({ code: 'invalid-password' });
  await expect(client.updateMemberAuth({})).rejects.toMatchObject({ code: 'invalid-request' });

  expect(await client.updateMemberAuth({ email: next.email })).toMatchObject({
    data: { auth: { email: next.email }, verified: false },
  });
  await proves(visitor, next);
  const { data } = await client.getCurrentMember();
  expect(data).toMatchObject({ auth: { email: next.email }, verified: true });
  await client.logout();
  await client.loginMemberEmailPassword(next);
});

test('a member proves their address by the link in a mail', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  await visitor.signsUp(person);
  expect(await client.sendMemberVerificationEmail()).toMatchObject({ data: { success: true } });
  await proves(visitor, person);
  expect((await client.getCurrentMember()).data?.verified).toBe(true);
});

test('somebody signs up with a mailed code and sets a password', async ({ visitor }) => {
  const { client } = visitor;
  const { email, password } = buildPerson();
  expect(await client.sendMemberSignupPasswordlessEmail({ email })).toEqual({ data: { success: true } });
  const code = await codeIn(visitor, email, /sign-up code/);
  await expect(client.signupMemberPasswordless({ email, passwordlessToken: another(code) })).rejects.toMatchObject({
    code: 'invalid-passwordless-login-code',
  });
  const { data } = await client.signupMemberPasswordless({
    email,
    passwordlessToken: code,
    customFields: { 'first-name': 'Ana' },
    plans: [{ planId: 'pln_demo_free' }],
  });
  expect(data.member).toMatchObject({
    verified: true,
    auth: { hasPassword: false },
    customFields: { 'first-name': 'Ana' },
    planConnections: [{ planId: 'pln_demo_free' }],
  });

  expect(await client.setPassword({ password })).toMatchObject({
    data: { auth: { hasPassword: true } },
    _internalUseOnly: { message: 'Your password has been set.' },
  });
  await expect(client.setPassword({ password })).rejects.toMatchObject({ code: 'password-already-set' });
  await client.logout();
  await client.loginMemberEmailPassword({ email, password });
});

test('a member logs in with a mailed code', async ({ visitor }) => {
  const { client } = visitor;
  const { email, password } = buildPerson();
  const id = await visitor.signsUp({ email, password });
  await client.logout();
  expect(await client.sendMemberLoginPasswordlessEmail({ email })).toEqual({ data: { success: true } });
  // Against account enumeration an unknown address is answered alike.
  const nobody = { email: buildPerson().email };
  expect(await client.sendMemberLoginPasswordlessEmail(nobody)).toEqual({ data: { success: true } });
  const passwordlessToken = await codeIn(visitor, email, /log-in code/);
  expect((await client.loginMemberPasswordless({ email, passwordlessToken })).data.member.id).toBe(id);
  await expect(client.loginMemberPasswordless({ email, passwordlessToken })).rejects.toMatchObject({
    code: 'invalid-passwordless-login-code',
  });
});

/** Six digits that are not these. */
const another = (code: string) => (code === '123456' ? '654321' : '123456');

test('a forgotten password is reset with the code, from where it was asked for', async ({ visitor, arrive }) => {
  const { client } = visitor;
  const person = buildPerson();
  const newPassword = buildPerson().password;
  await visitor.signsUp(person);
  await client.logout();
  const answer = await client.sendMemberResetPasswordEmail({ email: person.email });
  expect(answer.data).toEqual(expect.any(String));
  expect((await client.sendMemberResetPasswordEmail({ email: buildPerson().email })).data).toBe(answer.data);
  const token = await codeIn(visitor, person.email, /Reset your password/);

  // This client sends neither address nor context: a code is bound to the client address that requested it.
  const stranger = await arrive();
  const refused = { code: 'invalid-reset-code' };
  await expect(stranger.client.resetMemberPassword({ token, newPassword })).rejects.toMatchObject(refused);
  expect(await client.resetMemberPassword({ token, newPassword })).toMatchObject({
    data: { success: true },
    _internalUseOnly: { message: expect.any(String) },
  });
  await expect(client.resetMemberPassword({ token, newPassword })).rejects.toMatchObject(refused);
  await expect(client.loginMemberEmailPassword(person)).rejects.toMatchObject({ code: 'invalid-credentials' });
  await client.loginMemberEmailPassword({ ...person, password: newPassword });
});

test('a member deletes their account', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  const id = await visitor.signsUp(person);
  await expect(client.disconnectProvider({ provider: 'local' })).rejects.toMatchObject({
    code: 'account-not-connected',
  });
  expect(await client.deleteMember()).toEqual({ data: { id } });
  expect(await visitor.hears()).toEqual([id, null]);
  expect(await visitor.keeps('_ms-mem')).toBeNull();
  await expect(client.loginMemberEmailPassword(person)).rejects.toMatchObject({ code: 'invalid-credentials' });
});
