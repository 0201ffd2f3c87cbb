import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeys, randomToken } from '../../platform/keys.ts';
import { codeOf, createCrews, type Crews } from '../../testing/crews.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { codeOf as codeOfApp, setUpAuthenticator } from '../../testing/second-factor.ts';
import { otherTeamSite, teamSite } from '../../testing/team-site.ts';
import { createInvite, openInvite } from './invite-tokens.ts';

let product: TestMembership;
let crews: Crews;
beforeAll(async () => {
  product = await startTestMembership();
  // Before the first request, which reads the sites.
  for (const site of [teamSite, otherTeamSite]) await declareSite(product.database.db, site, product.services.keys);
  crews = createCrews({ call: product.call, pool: product.database.pool });
});
afterAll(() => product.stop());

const asMember = (token: string) => ({ token, headers: { 'x-api-key': teamSite.publicKey } });
const asVisitor = (path: string, body: unknown) =>
  product.post(path, body, { headers: { 'x-api-key': teamSite.publicKey } });

describe('an invitation', () => {
  test('that is invalid gets one refusal, whatever the reason', async () => {
    const [owner, ended, foreign] = [
      await crews.buildOwner('crew'),
      await crews.buildOwner('crew'),
      await crews.buildOwner('crew', otherTeamSite),
    ];
    const [rower, removed] = [await crews.buildRower(), await crews.buildRower()];
    const replaced = await owner.invite();
    await owner.renewInvite();
    await removed.join(owner);
    await owner.remove(removed);
    const endedInvite = await ended.invite();
    await ended.setStatus('REQUIRES_PAYMENT');
    const refused = [
      await rower.use('x'.repeat(22)),
      await rower.use(''),
      await rower.use(`${await owner.invite()} `),
      await rower.use('no token, but a sentence'),
      await rower.use(replaced),
      await rower.use(endedInvite),
      await rower.use(await foreign.invite()),
      await removed.use(await owner.invite()),
    ].map(({ status, error: { code, message } }) => ({ status, code, message }));
    expect(new Set(refused.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 404, code: 'invalid-invite' });
  });

  test('is renewed by the owner alone', async () => {
    const [owner, stranger] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    const rower = await crews.buildRower();
    await rower.join(owner);
    const before = await owner.invite();
    for (const who of [rower, stranger])
      expect(await who.post('/member/team/generate-invite-link', { teamId: owner.teamId })).toMatchObject({
        status: 404,
        error: { code: 'team-not-found' },
      });
    expect(await owner.invite()).toBe(before);
    const { data } = await owner.renewInvite();
    expect(data.inviteToken).not.toBe(before);
    expect(await owner.invite()).toBe(data.inviteToken);
  });

  test.for(['right', 'wrong'])('%s may be tried thirty times by a member, and limits no other member', async (kind) => {
    const owner = await crews.buildOwner('crew');
    const [rower, neighbour] = [await crews.buildRower(), await crews.buildRower()];
    const [from, right] = ['203.0.113.7', await owner.invite()];
    for (let count = 0; count < 30; count++)
      expect(codeOf(await rower.use(kind === 'right' ? right : `guess-${count}`, from))).not.toBe('too-many-requests');
    expect(await rower.use(right, '203.0.113.8')).toMatchObject({ status: 429, error: { code: 'too-many-requests' } });
    expect(codeOf(await neighbour.use(right, from))).toBe('joined');
  });

  test('is not renewed while the plan of the team is not active', async () => {
    const owner = await crews.buildOwner('crew');
    const before = await owner.invite();
    await owner.setStatus('REQUIRES_PAYMENT');
    expect(await owner.renewInvite()).toMatchObject({ status: 404, error: { code: 'no-plan-found' } });
    await owner.setStatus('ACTIVE');
    expect(await owner.invite()).toBe(before);
  });

  test('may be renewed thirty times in ten minutes by one owner', async () => {
    const [owner, other] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    for (let count = 0; count < 30; count++) expect((await owner.renewInvite()).status).toBe(200);
    expect(await owner.renewInvite()).toMatchObject({ status: 429, error: { code: 'too-many-requests' } });
    expect((await other.renewInvite()).status).toBe(200);
  });
});

describe('an invitation at sign-up or log-in', () => {
  const signUp = (inviteToken: unknown, email = newEmail()) =>
    asVisitor('/auth/signup', { email, password: goodPassword, inviteToken });

  test('is accepted at sign-up', async () => {
    const owner = await crews.buildOwner('crew');
    const { data } = await signUp(await owner.invite());
    expect(data.teamInvite).toEqual({ joined: true, teamId: owner.teamId });
    expect(data.member.teams.joinedTeams).toEqual([{ teamId: owner.teamId, planName: 'crew' }]);
    // Any account with the link may join; the owner sees that the address is not proved.
    expect((await owner.team()).members[1]!.member.verified).toBe(false);
  });

  test('is accepted at log-in by mailed code', async () => {
    const owner = await crews.buildOwner('crew');
    const rower = await crews.buildRower();
    const logIn = async (inviteToken?: string) => {
      await product.forgetMailLimits();
      await asVisitor('/auth/passwordless/login/send', { email: rower.email });
      const passwordlessToken = await product.codeFor(rower.email, 'login-code');
      return (await asVisitor('/auth/passwordless/login', { email: rower.email, passwordlessToken, inviteToken })).data;
    };
    expect((await logIn(await owner.invite())).teamInvite).toEqual({ joined: true, teamId: owner.teamId });
    expect((await logIn()).teamInvite).toBeUndefined();
    const dead = await logIn('no-such-invitation-0000');
    expect(dead.teamInvite).toMatchObject({ joined: false, code: 'invalid-invite' });
    expect(dead.tokens.accessToken).toBeTruthy();
  });

  test('is accepted at the second step of a log-in by mailed code, with what else that asked for', async () => {
    const owner = await crews.buildOwner('crew');
    const email = newEmail();
    const { data } = await asVisitor('/auth/signup', { email, password: goodPassword });
    await product.database.pool.query('update member set verified = true where email = $1', [email]);
    const { secret } = await setUpAuthenticator(product, asMember(data.tokens.accessToken));
    await asVisitor('/auth/passwordless/login/send', { email });
    const asked = { inviteToken: await owner.invite(), options: { includeContentGroups: true } };
    const passwordlessToken = await product.codeFor(email, 'login-code');
    const first = await asVisitor('/auth/passwordless/login', { email, passwordlessToken, ...asked });
    expect(first.error.code).toBe('second-factor-required');
    const { step } = first.error as unknown as { step: string };
    const proof = { step, method: 'authenticator', code: await codeOfApp(secret) };
    const { teamInvite, contentGroups, member } = (await asVisitor('/auth/second-step', proof)).data;
    expect([teamInvite, contentGroups]).toEqual([{ joined: true, teamId: owner.teamId }, []]);
    expect(member.teams.joinedTeams).toEqual([{ teamId: owner.teamId, planName: 'crew' }]);
  });

  test('to a full team does not undo the sign-up, and is answered with the reason', async () => {
    const owner = await crews.buildOwner('pair');
    await (await crews.buildRower()).join(owner);
    const email = newEmail();
    const { status, data } = await signUp(await owner.invite(), email);
    expect(status).toBe(200);
    expect(data.teamInvite).toEqual({
      joined: false,
      code: 'team-full',
      message: expect.stringContaining('no free seat'),
    });
    expect(data.member.teams.joinedTeams).toEqual([]);
    expect(await asVisitor('/auth/login', { email, password: goodPassword })).toMatchObject({ status: 200 });
  });

  test('does not undo the sign-up where the team fails with a fault, and is answered so', async () => {
    const owner = await crews.buildOwner('crew');
    const { pool } = product.database;
    await pool.query('alter table team_seat add constraint broken check (false) not valid');
    const { status, data } = await signUp(await owner.invite());
    await pool.query('alter table team_seat drop constraint broken');
    expect(status).toBe(200);
    expect(data.teamInvite).toEqual({ joined: false, code: 'unknown-error', message: expect.any(String) });
    expect((await product.call('GET', '/member', asMember(data.tokens.accessToken))).data.id).toBe(data.member.id);
  });

  test.for([null, '', undefined])('may be missing: %s', async (inviteToken) => {
    expect((await signUp(inviteToken)).data.teamInvite).toBeUndefined();
  });
});

test('an invitation sealed under a lost key, or for another team, is not shown', () => {
  const keys = createKeys([randomToken()]);
  const { inviteToken, inviteSealed } = createInvite(keys, 'one');
  expect(openInvite(keys, 'one', inviteSealed)).toBe(inviteToken);
  expect(openInvite(keys, 'two', inviteSealed)).toBeNull();
  expect(openInvite(createKeys([randomToken()]), 'one', inviteSealed)).toBeNull();
});
