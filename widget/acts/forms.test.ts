import { expect, test } from 'vitest';
import { touch } from '../page/show.ts';
import {
  arrive,
  arriveAsMember,
  connection,
  find,
  home,
  memberWith,
  openPage,
  refusal,
  serve,
  siteWith,
} from '../testing/visit.ts';
import { sendForm } from './forms.ts';

const field = (name: string, value = '', type = 'text') =>
  `<input type="${type}" data-ms-member="${name}" value="${value}">`;
const login = field('email', 'ada@example.org') + field('password', 'Secret-1', 'password');
const form = (kind: string, fields: string, attributes = '') =>
  `<form data-ms-form="${kind}" ${attributes}>${fields}</form>`;
const signedIn = (redirect: string | null, more: object = {}) => ({
  member: memberWith(),
  tokens: { accessToken: 'token' },
  redirect,
  ...more,
});
const send = (page = openPage()) => sendForm(find('form'), page);

test('a log-in leads where the service says, unless the form names a page of the site', async () => {
  serve({ 'POST /auth/login': signedIn('/dashboard') });
  const leads = async (attributes: string) => {
    const { wentTo } = arrive(form('login', login, attributes));
    return [await send(), ...wentTo];
  };
  expect(await leads('')).toEqual([undefined, `${home}/dashboard`]);
  expect(await leads('data-ms-redirect="/lesson"')).toEqual([undefined, `${home}/lesson`]);
  expect(await leads('redirect="/lesson"')).toEqual([undefined, `${home}/lesson`]);
  expect(await leads('data-redirect="/lesson"')).toEqual([undefined, `${home}/lesson`]);
});

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
  'no form leads somebody who has just logged in off the site: %s',
  async (redirect) => {
    serve({ 'POST /auth/login': signedIn('/dashboard') });
    for (const name of ['redirect', 'data-redirect', 'data-ms-redirect']) {
      const { wentTo } = arrive(form('login', login, `${name}="${redirect}"`));
      await send();
      expect(wentTo).toEqual([`${home}/dashboard`]);
    }
  },
);

test('who stays on the page is told that they are logged in, and the password goes from the form', async () => {
  serve({ 'POST /auth/login': signedIn(null) });
  const { wentTo } = arrive(form('login', login));
  expect(await send()).toBe('You are logged in.');
  expect(find<HTMLInputElement>('[type=password]').value).toBe('');
  expect(find<HTMLInputElement>('[data-ms-member=email]').value).toBe('ada@example.org');
  expect(wentTo).toEqual([]);
});

test('the password goes from the form also where what follows the log-in is refused', async () => {
  serve({
    'POST /auth/login': signedIn(null),
    'GET /app': siteWith(),
    'POST /member/plans/create-checkout-session': refusal('price-not-found', 'It is gone.'),
  });
  arrive(form('login', login, 'data-ms-price:add="prc_1"'));
  await expect(send()).rejects.toThrow('It is gone.');
  expect(find<HTMLInputElement>('[type=password]').value).toBe('');
});

test('passwords stay in a form that is refused because the session has ended', async () => {
  const { page } = arriveAsMember(form('password', field('current-password', 'Old-1', 'password')), {
    'GET /member': memberWith(),
    'POST /member-auth': refusal('login-required'),
  });
  await expect(send(page)).rejects.toMatchObject({ code: 'login-required' });
  expect(page.membership.getMemberCookie()).toBeNull();
  expect(find<HTMLInputElement>('[type=password]').value).toBe('Old-1');
});

test.each([
  ['email-already-in-use', 'email'],
  ['invalid-password', 'password'],
  ['invalid-password-too-short', 'password'],
])('the field that %s is about says so, until the form is sent again', async (code, name) => {
  const answers: Parameters<typeof serve>[0] = { 'POST /auth/login': refusal(code, 'Not so.') };
  serve(answers);
  arrive(form('login', login));
  await expect(send()).rejects.toMatchObject({ code });
  const marked = () => [...document.querySelectorAll('[aria-invalid=true]')];
  expect(marked()).toEqual([find(`[data-ms-member=${name}]`)]);
  expect(marked()[0]!.getAttribute('aria-description')).toBe('Not so.');
  expect(find<HTMLInputElement>('[type=password]').value).toBe('Secret-1');
  answers['POST /auth/login'] = signedIn(null);
  await send();
  expect(marked()).toEqual([]);
});

test('a profile changes the address only where it is another one, and sends no secret as a field', async () => {
  const { asked, page } = arriveAsMember(
    form('profile', field('email', 'ada@example.org') + field('first-name', 'Ada') + field('password', 'x')),
    { 'GET /member': memberWith(), 'POST /member-auth': memberWith(), 'POST /member': memberWith() },
  );
  await page.membership.getCurrentMember();
  touch(find('[data-ms-member=first-name]'));
  await send(page);
  expect(asked.map(({ call }) => call)).not.toContain('POST /member-auth');
  expect(asked.at(-1)!.body).toEqual({ customFields: { 'first-name': 'Ada' } });
  find<HTMLInputElement>('[data-ms-member=email]').value = 'ada@new.example';
  await send(page);
  expect(asked.find(({ call }) => call === 'POST /member-auth')!.body).toEqual({ email: 'ada@new.example' });
});

test('a profile form says that the fields are saved, and that the new address waits to be confirmed', async () => {
  const saying = (message: string) => () => Response.json({ data: memberWith(), _internalUseOnly: { message } });
  const { page } = arriveAsMember(form('profile', field('email', 'ada@new.example') + field('phone', '1')), {
    'POST /member-auth': saying('Please confirm your new email address.'),
    'POST /member': saying('Your profile has been updated.'),
  });
  expect(await send(page)).toBe('Your profile has been updated. Please confirm your new email address.');
});

test('a profile form saves its fields also where the new address is refused', async () => {
  const { asked, page } = arriveAsMember(form('profile', field('email', 'ada@new.example') + field('phone', '1')), {
    'POST /member-auth': refusal('recent-login-required'),
    'POST /member': memberWith(),
  });
  touch(find('[data-ms-member=phone]'));
  await expect(send(page)).rejects.toMatchObject({ code: 'recent-login-required' });
  expect(asked[0]).toEqual({ call: 'POST /member', body: { customFields: { phone: '1' } } });
});

test('a member without a password is given one; with one the old one is asked for', async () => {
  for (const hasPassword of [true, false]) {
    const { asked, page } = arriveAsMember(
      form('password', field('current-password', 'Old-1') + field('new-password', 'New-1')),
      {
        'GET /member': memberWith({ auth: { hasPassword } }),
        'POST /member-auth': memberWith(),
        'POST /member/set-password': memberWith(),
      },
    );
    await send(page);
    expect(asked.at(-1)).toEqual(
      hasPassword
        ? { call: 'POST /member-auth', body: { oldPassword: 'Old-1', newPassword: 'New-1' } }
        : { call: 'POST /member/set-password', body: { password: 'New-1' } },
    );
  }
});

test('a mailed code counts for the address it was sent to; another address asks for another code', async () => {
  arrive(
    form(
      'passwordless-login',
      `${field('email', 'ada@example.org')}<div data-ms-passwordless="step-2">${field('token')}</div><button data-ms-passwordless-button="Log in">Send code</button>`,
    ),
  );
  const { asked } = serve({
    'POST /auth/passwordless/login/send': { success: true },
    'POST /auth/passwordless/login': signedIn('/dashboard'),
  });
  expect(await send()).toContain('We sent you a code.');
  expect(find('button').textContent).toBe('Log in');
  find<HTMLInputElement>('[data-ms-member=email]').value = 'other@example.org';
  await send();
  expect(asked.map(({ call }) => call)).toEqual(Array(2).fill('POST /auth/passwordless/login/send'));
  find<HTMLInputElement>('[data-ms-member=token]').value = ' 123456 ';
  await send();
  expect(asked.at(-1)!.body).toMatchObject({ email: 'other@example.org', passwordlessToken: '123456' });
});

/** A form whose code has been mailed, with a service that refuses a code and takes the next. */
async function getCode() {
  const required = field('token').replace('>', ' required>');
  arrive(
    form(
      'passwordless-login',
      `${field('email', 'ada@example.org')}<div data-ms-passwordless="step-2">${required}</div><button data-ms-passwordless-button="Log in">Send code</button>`,
    ),
  );
  const answers = [refusal('invalid-passwordless-login-code'), signedIn(null)];
  const { asked } = serve({
    'POST /auth/passwordless/login/send': { success: true },
    'POST /auth/passwordless/login': () => answers.shift(),
  });
  await send();
  const type = (code: string) => (find<HTMLInputElement>('[data-ms-member=token]').value = code);
  return { calls: () => asked.map(({ call }) => call.split('/passwordless')[1]), type };
}

test('a form whose code was refused asks for another one where the code is left empty', async () => {
  const { calls, type } = await getCode();
  const isSent = () => find<HTMLFormElement>('form').checkValidity();
  expect(isSent()).toBe(false);
  type('123456');
  await expect(send()).rejects.toMatchObject({ code: 'invalid-passwordless-login-code' });
  type('');
  expect(isSent()).toBe(true);
  expect(await send()).toContain('We sent you a code.');
  expect(calls()).toEqual(['/login/send', '/login', '/login/send']);
  expect(find('button').textContent).toBe('Log in');
});

test('a form that logged in with a code begins with the address again, and asks for another code', async () => {
  const { calls, type } = await getCode();
  type('123456');
  await expect(send()).rejects.toMatchObject({ code: 'invalid-passwordless-login-code' });
  type('654321');
  expect(await send()).toBe('You are logged in.');
  expect(find('button').textContent).toBe('Send code');
  expect(find<HTMLInputElement>('[data-ms-member=token]').disabled).toBe(true);
  expect(await send()).toContain('We sent you a code.');
  expect(calls()).toEqual(['/login/send', '/login', '/login', '/login/send']);
  expect(find('button').textContent).toBe('Log in');
  expect(find<HTMLInputElement>('[data-ms-member=token]').disabled).toBe(false);
});

test('who loses a password by a first log-in with a code is offered a new one before the page leads on', async () => {
  const { wentTo } = arrive(form('passwordless-login', field('email', 'a@b.example') + field('token', '1')));
  find('form').setAttribute('data-ms-code-sent', 'a@b.example');
  serve({ 'POST /auth/passwordless/login': signedIn('/dashboard', { passwordDropped: true }) });
  const page = openPage();
  const sending = send(page);
  await expect.poll(() => page.opened.map(({ type }) => type)).toEqual(['new-password']);
  expect(wentTo).toEqual([]);
  page.opened[0]!.end({ type: 'CLOSED' });
  await sending;
  expect(wentTo).toEqual([`${home}/dashboard`]);
});

test('a password reset in the dialog of the second step is no log-in: what was chosen waits for that', async () => {
  const needsStep = refusal('second-factor-required', 'One more step.', { step: 's', methods: ['authenticator'] });
  serve({ 'POST /auth/login': needsStep, 'GET /app': siteWith() });
  for (const type of ['CLOSED', 'LOGIN'] as const) {
    const { wentTo } = arrive(form('login', login));
    sessionStorage.setItem('ms_from', `${home}/lesson`);
    const page = openPage();
    const sending = send(page).catch((error: Error) => error.message);
    await expect.poll(() => page.opened.map((each) => each.type)).toEqual(['second_step']);
    page.opened[0]!.end({ type: 'PASSWORD_RESET', data: 'Your password has been reset.' });
    page.opened[0]!.end({ type, ...(type === 'LOGIN' && { data: signedIn(null) }) });
    expect([await sending, wentTo]).toEqual(
      type === 'CLOSED' ? ['One more step.', []] : [undefined, [`${home}/lesson`]],
    );
    expect(sessionStorage.getItem('ms_from')).toBe(type === 'CLOSED' ? `${home}/lesson` : null);
  }
});

test('a sign-up takes the plans and the invitation along that were chosen before, and takes a plan once', async () => {
  arrive(form('signup', login + field('first-name', 'Ada'), 'data-ms-plan:add="pln_b"'));
  sessionStorage.setItem('ms_invite', 'invite-1');
  const member = memberWith({ planConnections: [connection('pln_b')] });
  const { asked } = serve({
    'POST /auth/signup': signedIn(null, { member }),
    'POST /member/plans/add': { member, redirect: '' },
    'POST /member/team/join': {},
    'GET /member': member,
  });
  expect(await send()).toBe('Your account is ready.');
  expect(asked.map(({ call }) => call)).not.toContain('POST /member/plans/add');
  expect(asked[0]!.body).toMatchObject({
    email: 'ada@example.org',
    plans: [{ planId: 'pln_b' }],
    inviteToken: 'invite-1',
    customFields: { 'first-name': 'Ada' },
  });
});

test('a profile form leads on where it says, and keeps its sentence for the next page', async () => {
  const { page, wentTo } = arriveAsMember(form('profile', field('first-name', 'Ada'), 'redirect="/done"'), {
    'POST /member': memberWith(),
  });
  await send(page);
  expect(wentTo).toEqual([`${home}/done`]);
});

test.each(['forgot-password', 'reset-password', 'profile'])(
  'a form of the kind "%s" leads on where the button says that was pressed, unless it says itself where',
  async (kind) => {
    const button = '<button data-ms-redirect="/pressed">Go</button>';
    const leads = async (attributes: string, buttons = button) => {
      const { page, wentTo } = arriveAsMember(form(kind, field('token', '123456') + buttons, attributes), {
        'POST /auth/send-reset-password-email': 'Sent.',
        'POST /auth/reset-password': 'Done.',
        'POST /member': memberWith(),
      });
      page.redirect = `${home}/pressed`;
      await send(page);
      return wentTo;
    };
    expect(await leads('')).toEqual([`${home}/pressed`]);
    expect(await leads('redirect="/own"')).toEqual([`${home}/own`]);
    // Builders leave attributes empty that they do not use.
    expect(await leads('redirect="" data-redirect="/own"')).toEqual([`${home}/own`]);
    expect(await leads('redirect="" data-redirect="" data-ms-redirect="/own"')).toEqual([`${home}/own`]);
    // A button beside the form that was pressed before.
    expect(await leads('', '<button>Go</button>')).toEqual([]);
  },
);

test('the field that a refusal names says so', async () => {
  const { page } = arriveAsMember(form('profile', field('first-name', 'Ada') + field('phone', 'x')), {
    'POST /member': refusal('invalid-field-value', 'Not so.', { field: 'phone' }),
  });
  await expect(send(page)).rejects.toMatchObject({ field: 'phone' });
  expect(find('[data-ms-member=phone]').getAttribute('aria-description')).toBe('Not so.');
  expect(document.activeElement).toBe(find('[data-ms-member=phone]'));
});
