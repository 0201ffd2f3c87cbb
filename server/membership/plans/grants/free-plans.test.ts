import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/database.ts';
import { buildSignedIn } from '../../../testing/crews.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { withoutLocks } from '../../../testing/without-locks.ts';
import { changeMember } from '../../members/members.ts';
import { addFreePlan } from './free-plans.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, planSite, product.services.keys);
});
afterAll(() => product.stop());

const headers = { 'x-api-key': planSite.publicKey };
const buildMember = () => buildSignedIn(product.database.pool, planSite.id);
type Member = Awaited<ReturnType<typeof buildMember>>;

const ask = (what: 'add' | 'remove', { token }: Member, plan: string) =>
  product.post(`/member/plans/${what}`, { planId: `pln_choir_${plan}` }, { token, headers });
const plansOf = async ({ token }: Member): Promise<string[]> =>
  (await product.call('GET', '/member', { token, headers })).data.planConnections.map(
    ({ planId }: { planId: string }) => planId.replace('pln_choir_', ''),
  );

describe('taking a free plan', () => {
  test('answers with the member, the plan’s page for newcomers and the site', async () => {
    const { status, data } = await ask('add', await buildMember(), 'open');
    expect(status).toBe(200);
    expect(data.member.planConnections).toMatchObject([
      { id: expect.stringMatching(/^con_/), planId: 'pln_choir_open', active: true, type: 'FREE', payment: null },
    ]);
    expect([data.redirect, data.app.id]).toEqual(['/hello', 'app_choir']);
  });

  test('a plan without such a page answers with an empty one', async () => {
    expect((await ask('add', await buildMember(), 'other')).data.redirect).toBe('');
  });

  test.for([
    ['that is paid for', 'singer', 403, 'plan-not-free'],
    ['that is restricted', 'given', 403, 'plan-restricted-to-admin'],
    ['for addresses of another domain', 'elsewhere', 403, 'domain-not-permitted'],
    ['that is not offered any more', 'closed', 404, 'plan-not-found'],
    ['that does not exist', 'nothing', 404, 'plan-not-found'],
  ] as const)('is refused for one %s', async ([, plan, status, code]) => {
    const member = await buildMember();
    const refused = await ask('add', member, plan);
    expect([refused.status, refused.error.code]).toEqual([status, code]);
    expect(await plansOf(member)).toEqual([]);
  });

  test('is refused for a second team, on every other path too', async () => {
    const member = await buildMember();
    await ask('add', member, 'quartet');
    expect((await ask('add', member, 'trio')).error.code).toBe('can-only-have-one-active-team');
    // It adds a trio to members who may have one.
    expect((await ask('add', member, 'hosting')).status).toBe(200);
    const grant = { planId: 'pln_choir_trio' };
    await expect(
      transaction(product.database.db, (tx) => product.membership.grantPlan(tx, member.memberId, grant)),
    ).rejects.toMatchObject({ code: 'can-only-have-one-active-team' });
    expect((await plansOf(member)).toSorted()).toEqual(['hosting', 'quartet']);
  });

  test('is refused for a plan of another site, to visitors, and with more in the body', async () => {
    const { token } = await buildMember();
    const foreign = await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token, headers });
    expect(foreign.error.code).toBe('plan-not-found');
    const visitor = await product.post('/member/plans/add', { planId: 'pln_choir_open' }, { headers });
    expect(visitor.error.code).toBe('login-required');
    const more = { planId: 'pln_choir_open', priceId: 'prc_choir_monthly' };
    expect((await product.post('/member/plans/add', more, { token, headers })).error.code).toBe('invalid-request');
  });

  test('is refused to a member who has it, and ten concurrent requests give it once', async () => {
    const member = await buildMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('add', member, 'open')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'already-have-plan')).toHaveLength(9);
    expect(await plansOf(member)).toEqual(['open']);
  });

  test('a plan for a domain takes only a proved address', async () => {
    const unproved = await buildMember();
    await product.database.pool.query('update member set verified = false where id = $1', [unproved.memberId]);
    const { error } = await ask('add', unproved, 'town');
    expect(error).toMatchObject({
      code: 'domain-not-permitted',
      message: expect.stringContaining('confirm your email address'),
      lacksProof: true,
    });
    // Of another domain, a proof would not help.
    const foreign = await ask('add', unproved, 'elsewhere');
    expect(foreign.error.message).toContain('Addresses of this domain cannot');
    expect(foreign.error).not.toHaveProperty('lacksProof');
    expect((await ask('add', await buildMember(), 'town')).status).toBe(200);
  });
});

describe('the rules on joining a plan', () => {
  test('add other plans, restricted ones too, and end others', async () => {
    const member = await buildMember();
    await ask('add', member, 'other');
    await ask('add', member, 'bringing');
    expect((await plansOf(member)).toSorted()).toEqual(['bringing', 'given', 'open']);
  });

  test('add no team to a member with a seat in one, which would end', async () => {
    const [owner, member] = [await buildMember(), await buildMember()];
    await ask('add', owner, 'quartet');
    const as = (who: Member) => ({ token: who.token, headers });
    const { teamId } = (await product.call('GET', '/member', as(owner))).data.teams.ownedTeams[0];
    const { inviteToken } = (await product.call('GET', `/member/team/${teamId}`, as(owner))).data;
    expect((await product.post('/member/team/join', { inviteToken }, as(member))).status).toBe(200);
    expect((await ask('add', member, 'hosting')).status).toBe(200);
    expect((await plansOf(member)).toSorted()).toEqual(['hosting', 'quartet']);
  });

  test('may end all other free plans', async () => {
    const member = await buildMember();
    for (const plan of ['open', 'other', 'sweeping']) await ask('add', member, plan);
    expect(await plansOf(member)).toEqual(['sweeping']);
  });
});

describe('giving a free plan up', () => {
  test('ends it', async () => {
    const member = await buildMember();
    await ask('add', member, 'open');
    expect((await ask('remove', member, 'open')).data.member.planConnections).toEqual([]);
    expect((await ask('remove', member, 'open')).error.code).toBe('no-plan-found');
  });

  test('is refused for a paid plan, and says where it is ended', async () => {
    const member = await buildMember();
    const grant = {
      planId: 'pln_choir_season',
      payment: { priceId: 'prc_choir_season', amountCents: 12_000, currency: 'NZD', status: 'paid' as const },
    };
    await transaction(product.database.db, (tx) => product.membership.grantPlan(tx, member.memberId, grant));
    const { status, error } = await ask('remove', member, 'season');
    expect([status, error.code]).toEqual([403, 'plan-not-free']);
    expect(error.message).toContain('billing portal');
    expect(await plansOf(member)).toEqual(['season']);
  });

  test('is refused for a plan that does not exist', async () => {
    expect((await ask('remove', await buildMember(), 'nothing')).error.code).toBe('plan-not-found');
  });
});

describe('plans at sign-up', () => {
  const signUp = async (planIds: string[]) => {
    const answer = await product.post(
      '/auth/signup',
      { email: newEmail(), password: goodPassword, plans: planIds.map((planId) => ({ planId })) },
      { headers },
    );
    return answer.data.member.planConnections.map(({ planId }: { planId: string }) => planId);
  };

  test('a plan that cannot be given is ignored', async () => {
    const wanted = ['pln_choir_open', 'pln_choir_singer', 'pln_choir_given', 'pln_choir_town', 'pln_demo_free', 'x'];
    expect(await signUp(wanted)).toEqual(['pln_choir_open']);
  });

  test('a plan for proved addresses is given with the proof, unless the address is of another domain', async () => {
    const email = newEmail();
    const plans = ['open', 'town', 'elsewhere'].map((name) => ({ planId: `pln_choir_${name}` }));
    const { data } = await product.post('/auth/signup', { email, password: goodPassword, plans }, { headers });
    const { id: memberId } = data.member;
    const { services } = product;
    await transaction(services.db, (tx) => changeMember(services, tx, memberId, { verified: true }));
    await eventually(async () => {
      const found = await product.database.pool.query('select plan_id from plan_connection where member_id = $1', [
        memberId,
      ]);
      return found.rows.some((row) => row.plan_id === 'pln_choir_town');
    });
    expect(await plansOf({ memberId, email, token: data.tokens.accessToken })).toEqual(['open', 'town']);
  });

  test('a plan applies its rules on joining', async () => {
    expect((await signUp(['pln_choir_bringing'])).toSorted()).toEqual([
      'pln_choir_bringing',
      'pln_choir_given',
      'pln_choir_open',
    ]);
  });
});

describe('a plan with one place', () => {
  test('takes one member, refuses the next, and takes them once the place is free', async () => {
    const [first, second] = [await buildMember(), await buildMember()];
    expect((await ask('add', first, 'few')).status).toBe(200);
    const refused = await ask('add', second, 'few');
    expect([refused.status, refused.error.code]).toEqual([409, 'plan-member-limit-reached']);
    await ask('remove', first, 'few');
    expect((await ask('add', second, 'few')).status).toBe(200);
    await ask('remove', second, 'few');
  });

  /** Twenty members request it concurrently. Returns how many got it. */
  async function rush(db: TestMembership['services']['db']): Promise<number> {
    const members = await Promise.all(Array.from({ length: 20 }, () => buildMember()));
    const site = await product.services.sites.get(planSite.id);
    const answers = await Promise.allSettled(
      members.map(({ memberId }) =>
        addFreePlan({ ...product.services, db }, { site, memberId, planId: 'pln_choir_few' }),
      ),
    );
    await product.database.pool.query(`delete from plan_connection where plan_id = 'pln_choir_few'`);
    return answers.filter(({ status }) => status === 'fulfilled').length;
  }

  test('takes exactly one of twenty concurrent requests, and more without the lock', async () => {
    expect(await rush(product.database.db)).toBe(1);
    // Again, until two of them meet.
    await eventually(async () => (await rush(product.database.db.withPlugin(withoutLocks))) > 1);
  });
});
