import { setUpAuthenticator } from './testing/second-factor.ts';
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffSignInsPerNetwork } from '../contract/console/sign-in.ts';
import { blindGuessesPerClient } from '../contract/calls/credentials.ts';
import { logInFailuresPerClient, sendCallsPerClient } from '../contract/calls/sign-in.ts';
import { revokeSecretKey } from './membership/administration/secret-keys.ts';
import type { SiteDeclaration } from './membership/declaration/site-declaration.ts';
import { commonFields, securityEvents } from './platform/security-events/event-table.ts';
import type { EventName } from './platform/security-events/record-event.ts';
import type { EventDefinition } from './platform/security-events/define-events.ts';
import { createAddressChanges } from './testing/address-changes.ts';
import { buildServer } from './testing/administration.ts';
import { declareSite } from './testing/declare-site.ts';
import { goodPassword, liveSite, newEmail, startTestMembership, type TestMembership } from './testing/membership.ts';
import { startPliableProvider, type PliableProvider } from './testing/pliable-provider.ts';
import { PopupPartner } from './testing/popup-partner.ts';
import { programEnvironment } from './testing/process.ts';
import { openConsole, staffPassword } from './testing/staff-console.ts';
import { randomAddress, startTestProduct, type TestProduct } from './testing/product.ts';
import { collectLog, findLeaks, type LoggedEvent } from './testing/security-log.ts';

const privateSite: SiteDeclaration = { ...liveSite, id: 'app_private', publicKey: 'pk_private', privateSignup: true };
const privately = { headers: { 'x-api-key': privateSite.publicKey } };
const unknownToken = 'a'.repeat(43);

const collected = collectLog();
let site: TestMembership;
let product: TestProduct;
let provider: PliableProvider;
let partner: PopupPartner;
beforeAll(async () => {
  [site, product, provider] = await Promise.all([
    startTestMembership({ log: collected.log }),
    startTestProduct({ log: collected.log, envFor: () => ({ METRICS_TOKEN: 'collector-of-this-test' }) }),
    startPliableProvider(),
  ]);
  await declareSite(site.database.db, privateSite, site.services.keys);
  partner = await PopupPartner.at(site, { one: provider.issuer });
});
afterAll(() => Promise.all([site.stop(), product.stop(), provider.close()]));

const { press, undo, buildMoved } = createAddressChanges(() => site);
const logIn = (email: string, password: string, from?: string) =>
  site.post('/auth/login', { email, password }, from === undefined ? {} : { from });
/** Uses up a rate limit for a new network. */
async function useUp(
  rule: typeof sendCallsPerClient,
  at: Pick<TestProduct, 'database'> = site,
): Promise<{ from: string }> {
  const from = randomAddress();
  await at.database.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', [
    `${rule.name}:${from}`,
    rule.points,
    Date.now() + 600_000,
  ]);
  return { from };
}
const staff = () => openConsole(product);
/** Begins to sign in as a new owner. @returns the step that the second factor goes with */
async function beginStaff(): Promise<string> {
  const { email } = await staff().employ({ role: 'owner' });
  const begun = await staff().call('POST', '/sign-in/password', { body: { email, password: staffPassword } });
  return begun.body.data.step;
}
const finishStaff = async (factor: object) =>
  staff().call('POST', '/sign-in/second-factor', { body: { step: await beginStaff(), ...factor } });
/** An owner changes another one. */
async function changeStaff(method: string, path: string, body?: object): Promise<void> {
  const { cookie } = await staff().employ({ role: 'owner' });
  const { id } = await staff().employ({ role: 'owner' });
  await staff().call(method, `/staff/${id}${path}`, { cookie, body });
}
const letProofAge = (id: string) =>
  site.database.pool.query("update session set proved_at = now() - interval '11 minutes' where member_id = $1", [id]);
const vouch = () => {
  const email = newEmail();
  provider.behave();
  provider.claims = { sub: `sub-${email}`, email, email_verified: true };
  return email;
};
/** Signs a member up by the provider. @returns the data to connect it with another account */
async function joinByProvider(): Promise<string> {
  vouch();
  return (await partner.enter('signup', 'one')).data.tokens.accessToken;
}
const atPartner = (token: string) => ({ token, headers: { 'x-api-key': partner.publicKey } });
const runCommand = (...words: string[]) =>
  new Promise<void>((resolve) => {
    const env = { ...programEnvironment(), ...product.database.variables };
    execFile(process.execPath, ['server/command.ts', ...words], { env }, () => resolve());
  });

type Events = typeof securityEvents;
type Pair = { [Name in EventName]: `${Name} ${keyof Events[Name]['outcomes'] & string}` }[EventName];

/** What makes each event happen. A row of the table without one does not compile. */
const ways: Record<Pair, () => Promise<unknown>> = {
  'log-in success': async () => logIn((await site.buildMember()).email, goodPassword),
  'log-in second-step': async () => {
    const { email, token } = await site.buildMember();
    await setUpAuthenticator(site, { token });
    await logIn(email, goodPassword);
  },
  'second-factor-change success': async () => setUpAuthenticator(site, { token: (await site.buildMember()).token }),
  'second-factor-change refused': async () => {
    const { token, member } = await site.buildMember();
    await letProofAge(member.id);
    await site.call('DELETE', '/member/second-factor/authenticator', { token });
  },
  'log-in wrong': () => logIn(newEmail(), goodPassword),
  'log-in limited': async () => logIn(newEmail(), goodPassword, (await useUp(logInFailuresPerClient)).from),
  'log-in refused': async () => {
    vouch();
    const left = await partner.depart('login', 'one');
    await partner.finish(left, await partner.passThrough(left));
  },
  'staff-sign-in success': async () => void (await staff().hire({ role: 'owner' })),
  'staff-sign-in step': async () => void (await beginStaff()),
  'staff-sign-in wrong': async () => void (await finishStaff({ way: 'authenticator', code: '000000' })),
  'staff-sign-in limited': async () => {
    const { from } = await useUp(staffSignInsPerNetwork, product);
    await staff().call('POST', '/sign-in/password', { body: { email: newEmail(), password: 'wrong' }, from });
  },
  'staff-sign-in expired': async () => {
    const body = { step: unknownToken, way: 'authenticator', code: '000000' };
    await staff().call('POST', '/sign-in/second-factor', { body });
  },
  'staff-credential success': async () => {
    const { cookie } = await staff().employ({ role: 'owner' });
    await staff().call('POST', '/me/recovery-codes', { cookie });
  },
  'staff-credential refused': async () => {
    const { cookie } = await staff().employ({ role: 'owner' });
    await staff().call('POST', '/proof', { cookie, body: { way: 'authenticator', code: '000000' } });
  },
  'staff-change invited': async () => {
    const { cookie } = await staff().employ({ role: 'owner' });
    const body = { email: newEmail(), role: 'owner', sites: [], partners: [] };
    await staff().call('POST', '/staff', { cookie, body });
  },
  'staff-change accepted': async () => void (await staff().hire({ role: 'owner' })),
  'staff-change changed': () => changeStaff('PATCH', '', { role: 'finance', sites: [], partners: ['uts'], version: 1 }),
  'staff-change reset': () => changeStaff('POST', '/reset'),
  'staff-change removed': () => changeStaff('DELETE', ''),
  'log-out success': async () => site.post('/member/logout', undefined, { token: (await site.buildMember()).token }),
  'code-request accepted': () => site.post('/auth/send-reset-password-email', { email: newEmail() }),
  'code-request limited': async () =>
    site.post('/auth/send-reset-password-email', { email: newEmail() }, await useUp(sendCallsPerClient)),
  'code-check right': async () => {
    const { email } = await site.buildMember({ proved: true });
    const { code } = await site.freshCode(email, 'reset');
    await site.post('/auth/reset-password', { token: code, email, newPassword: `${goodPassword}-2` });
  },
  'code-check wrong': async () => {
    const { email } = await site.buildMember({ proved: true });
    const { code } = await site.freshCode(email, 'reset');
    const wrong = code === '000000' ? '000001' : '000000';
    await site.post('/auth/reset-password', { token: wrong, email, newPassword: goodPassword });
  },
  'code-check none-waiting': () =>
    site.post('/auth/reset-password', { token: '123456', email: newEmail(), newPassword: goodPassword }),
  'code-check limited': async () =>
    site.post(
      '/auth/reset-password',
      { token: '123456', newPassword: goodPassword },
      await useUp(blindGuessesPerClient),
    ),
  'password-reset success': async () => {
    const { email } = await site.buildMember({ proved: true });
    await site.forgetMailLimits();
    await site.post('/auth/send-reset-password-email', { email });
    const token = await site.linkTokenFor(email, 'reset-code');
    await press('/account/reset-password', { token, password: `${goodPassword}-2` });
  },
  'password-reset refused': () => press('/account/reset-password', { token: unknownToken, password: goodPassword }),
  'credential-change success': async () => {
    const { token } = await site.buildMember();
    await site.post('/member-auth', { oldPassword: goodPassword, newPassword: `${goodPassword}-2` }, { token });
  },
  'credential-change wrong': async () => {
    const { token } = await site.buildMember();
    await site.post('/member-auth', { oldPassword: 'not-this-one-77', newPassword: goodPassword }, { token });
  },
  'credential-change refused': async () => {
    const { token, member } = await site.buildMember();
    await letProofAge(member.id);
    await site.post('/member-auth', { email: newEmail() }, { token });
  },
  'address-proof success': async () => {
    const { email } = await site.buildMember();
    const token = await site.linkTokenFor(email, 'verification');
    await press('/account/verify-email', { token, password: goodPassword });
  },
  'address-proof refused': () => press('/account/verify-email', { token: unknownToken, password: goodPassword }),
  'address-undone success': async () => undo((await buildMoved()).link),
  'address-undone refused': () => undo(unknownToken),
  'second-factor-undone success': async () => {
    const { email, token } = await site.buildMember({ proved: true });
    await setUpAuthenticator(site, { token });
    await press(`/account/undo-second-factor?token=${await site.linkTokenFor(email, 'first-factor-added')}`);
  },
  'second-factor-undone refused': () => press(`/account/undo-second-factor?token=${unknownToken}`),
  'sign-up success': () => site.buildMember(),
  'sign-up applied': () => site.post('/auth/signup', { email: newEmail(), password: goodPassword }, privately),
  'sign-up taken': async () => {
    const { email } = await site.buildMember();
    await site.post('/auth/signup', { email, password: goodPassword });
  },
  'sign-up refused': () => press('/account/finish-sign-up', { token: unknownToken, password: goodPassword }),
  'sign-up robot': () => site.post('/auth/signup', { email: newEmail(), password: goodPassword, website: 'x' }),
  'account-deleted success': async () => site.call('DELETE', '/member', { token: (await site.buildMember()).token }),
  'provider-answer foreign-state': () =>
    site.call('GET', `/auth-provider/callback?state=${unknownToken}&code=x`, { headers: { 'x-api-key': undefined } }),
  'provider-answer mismatch': async () => {
    vouch();
    provider.sign = (claims) => provider.signWithStrangeKey(claims);
    await partner.enter('signup', 'one');
  },
  'provider-connection connected': async () => {
    const token = await joinByProvider();
    const { data } = await site.post('/member/connect-provider/ticket', undefined, atPartner(token));
    const left = await partner.depart('connect', 'one', { ticket: data.ticket });
    await partner.finish(left, await partner.passThrough(left));
  },
  'provider-connection disconnected': async () => {
    const token = await joinByProvider();
    await site.post('/member/set-password', { password: goodPassword }, atPartner(token));
    await site.post('/member/disconnect-provider', { provider: 'one' }, atPartner(token));
  },
  'provider-connection refused': async () =>
    site.post('/member/disconnect-provider', { provider: 'one' }, atPartner(await joinByProvider())),
  'secret-key wrong': () => site.call('GET', '/admin/members', { headers: { 'x-api-key': `sk_sb_${'a'.repeat(48)}` } }),
  'secret-key ended': async () => {
    const { id, call } = await buildServer(site, 'app_demo');
    await revokeSecretKey(site.database.db, { siteId: 'app_demo', id, actor: 'a test' });
    await call('GET', '/admin/members');
  },
  'secret-key new-network': async () => (await buildServer(site, 'app_demo')).call('GET', '/admin/members'),
  'metrics-token wrong': () => product.call('GET', '/metrics', { headers: { authorization: 'Bearer another-token' } }),
  'limit-used-up refused': async () =>
    site.post('/auth/login', { email: newEmail(), password: goodPassword }, await useUp(logInFailuresPerClient)),
  'access-denied origin': () =>
    site.call('GET', '/app', { headers: { origin: 'https://evil.example', 'x-api-key': 'pk_live' } }),
  'access-denied proof': async () => {
    const { token, member } = await site.buildMember();
    await letProofAge(member.id);
    await site.post('/member/connect-provider/ticket', undefined, { token });
  },
  'access-denied denied': async () => site.call('DELETE', '/member', atPartner(await joinByProvider())),
  'card-signature wrong': () =>
    product.call('POST', '/webhooks/stripe', { body: {}, headers: { 'stripe-signature': 't=1,v1=00' } }),
  'staff-command done': () => runCommand('app', 'list'),
  'staff-command failed': () => runCommand('app', 'show', 'app_nothing'),
};

const pairs = Object.entries(ways) as [Pair, () => Promise<unknown>][];
const nameOf = ({ event, outcome }: LoggedEvent) => `${event} ${outcome}`;

describe('each security event', () => {
  test.for(pairs)('%s is logged when it happens', async ([pair, happen]) => {
    const before = collected.events().length;
    await happen();
    const names = () => collected.events().slice(before).map(nameOf);
    await expect.poll(names).toContain(pair);
  });

  test('is not logged by a successful call, the negative control', async () => {
    const { token } = await site.buildMember();
    const before = collected.events().length;
    await site.call('GET', '/member', { token });
    expect(collected.events().slice(before)).toEqual([]);
  });
});

/** Fields that pino adds to every line. */
const ofEveryLine = ['level', 'pid', 'msg'];
const idPattern = /^[A-Za-z][\w.:-]{0,63}$/;
const isDeclaredAs = (kind: EventDefinition['fields'][string], value: unknown) =>
  kind === 'account'
    ? /^[\da-f]{24}$/.test(String(value))
    : kind === 'id'
      ? idPattern.test(String(value))
      : kind.includes(value as string);

/** Fields and values of a logged event that its row of the table does not allow. */
function faultsOf({ event, ...said }: LoggedEvent): string[] {
  const row = (securityEvents as Record<string, EventDefinition>)[event];
  if (!row) return [`${event} is not in the table`];
  const faults = Object.keys(row.outcomes).includes(said.outcome) ? [] : [`${event} ends as ${said.outcome}`];
  for (const [field, value] of Object.entries(said)) {
    if (field in commonFields || ofEveryLine.includes(field)) continue;
    const kind = row.fields[field];
    if (kind === undefined || !isDeclaredAs(kind, value)) faults.push(`${event} says ${field}`);
  }
  return faults;
}

describe('what the events of all these calls say', () => {
  test('is declared in the table, down to each field and word', () => {
    expect(collected.events().length).toBeGreaterThan(pairs.length);
    expect(collected.events().flatMap(faultsOf)).toEqual([]);
  });

  test('would be found if it were not declared', () => {
    const [one] = collected.events();
    expect(faultsOf({ ...one!, event: 'made-up' })).toEqual(['made-up is not in the table']);
    expect(faultsOf({ ...one!, event: 'log-in', outcome: 'fine' })[0]).toBe('log-in ends as fine');
    expect(faultsOf({ ...one!, event: 'log-in', outcome: 'wrong', way: 'by ana@example.org' })).toContain(
      'log-in says way',
    );
    expect(faultsOf({ ...one!, event: 'log-in', outcome: 'wrong', note: 'x' })).toContain('log-in says note');
  });

  test('names the client in every event of a request, and the site wherever the request has one', () => {
    const ofRequests = collected.events().filter(({ event }) => event !== 'staff-command');
    expect(ofRequests.filter(({ client, requestId }) => !client || !requestId)).toEqual([]);
    // Staff belong to no site.
    const isOfStaff = ({ event }: LoggedEvent) => event.startsWith('staff-');
    const isAtConsole = ({ limit }: LoggedEvent) => String(limit).startsWith('staff-');
    const withoutSite = ofRequests
      .filter((each) => each.site === undefined && !isOfStaff(each) && !isAtConsole(each))
      .map(nameOf);
    expect(new Set(withoutSite)).toEqual(
      new Set([
        'address-proof refused',
        'address-undone refused',
        'card-signature wrong',
        'metrics-token wrong',
        'password-reset refused',
        'provider-answer foreign-state',
        'second-factor-undone refused',
        'secret-key wrong',
        'sign-up refused',
      ]),
    );
  });

  test('is no password, code, token, key or address', async () => {
    const { rows } = await site.database.pool.query<{ email: string }>('select email from member');
    const staffed = await product.database.pool.query<{ email: string }>('select email from staff');
    rows.push(...staffed.rows);
    const secrets = Object.fromEntries([
      ['a password', goodPassword],
      ['a wrong password', 'not-this-one-77'],
      ['a token of a link', unknownToken],
      ['a code', '"123456"'],
      ['an address without an account', '@example.org'],
      ...rows.map(({ email }, index) => [`address ${index}`, email.split('@')[0]]),
    ]) as Record<string, string>;
    const lines = collected.events().map((event) => JSON.stringify(event));
    expect(findLeaks(lines.join('\n'), secrets)).toEqual([]);
    expect(findLeaks(`${lines.join('\n')}{"password":"${goodPassword}"}`, secrets)).toEqual(['a password']);
  });
});
