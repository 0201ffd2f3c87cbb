import { expect, test, type ForeignPage } from './foreign-page.ts';
import { buildPerson, cards } from './portal.ts';

/** Plans, payment, what they open, and teams, with the client that other people's pages have. */

test('a free plan is taken and given up, and the page hears of it', async ({ visitor }) => {
  const { client } = visitor;
  const id = await visitor.signsUp(buildPerson());
  const added = await client.addPlan({ planId: 'pln_demo_free' });
  expect(added.data).toMatchObject({
    member: { id, planConnections: [{ planId: 'pln_demo_free', active: true, type: 'FREE', payment: null }] },
    redirect: expect.any(String),
    app: { id: 'app_demo' },
  });
  await expect(client.addPlan({ planId: 'pln_demo_free' })).rejects.toMatchObject({ code: 'already-have-plan' });
  await expect(client.addPlan({ planId: 'pln_demo_maker' })).rejects.toMatchObject({ code: 'plan-not-free' });
  const { member } = (await client.removePlan({ planId: 'pln_demo_free' })).data;
  expect(member.planConnections.filter(({ active }) => active)).toEqual([]);
  await expect(client.removePlan({ planId: 'pln_demo_free' })).rejects.toMatchObject({ code: 'no-plan-found' });
  expect(await visitor.hears()).toEqual([id, id, id]);
});

test('content is handed to members whose plan opens it', async ({ visitor }) => {
  const { client } = visitor;
  const contentId = 'bench-drawing';
  await expect(client.getSecureContent({ contentId })).rejects.toMatchObject({ code: 'login-required' });
  await visitor.signsUp(buildPerson());
  await expect(client.getSecureContent({ contentId })).rejects.toMatchObject({ code: 'access-denied' });
  await expect(client.getSecureContent({ contentId: 'none' })).rejects.toMatchObject({ code: 'content-not-found' });
  await client.addPlan({ planId: 'pln_demo_free' });
  expect(await client.getSecureContent({ contentId })).toEqual({
    data: { type: 'HTML', content: expect.stringContaining('<h2>The beech bench, drawn</h2>') },
  });
});

test('a paid plan is bought with a coupon and looked after in the billing portal', async ({ visitor }) => {
  const { client, page, origin } = visitor;
  await visitor.signsUp(buildPerson());
  await expect(client.launchStripeCustomerPortal({ autoRedirect: false })).rejects.toMatchObject({
    code: 'no-billing-account',
  });
  const priceId = 'prc_demo_maker_monthly';
  const asked = { priceId, autoRedirect: false };
  await expect(client.purchasePlansWithCheckout({ ...asked, priceId: 'prc_none' })).rejects.toMatchObject({
    code: 'price-no-longer-available',
  });
  await expect(client.purchasePlansWithCheckout({ ...asked, couponId: 'NONE' })).rejects.toMatchObject({
    code: 'coupon-not-found',
  });
  await expect(
    client.purchasePlansWithCheckout({ ...asked, successUrl: 'https://elsewhere.example/' }),
  ).rejects.toMatchObject({ code: 'url-not-allowed' });

  await buys(visitor, {
    priceId,
    couponId: 'WELCOME',
    metadataForCheckout: { campaign: 'fair' },
    successUrl: '/thanks',
  });
  const { data: member } = await client.getCurrentMember();
  expect(member).toMatchObject({
    stripeCustomerId: expect.stringMatching(/^cus_/),
    planConnections: [
      {
        planId: 'pln_demo_maker',
        active: true,
        status: 'ACTIVE',
        type: 'SUBSCRIPTION',
        payment: { priceId, amount: 19 },
      },
    ],
  });
  await expect(client.removePlan({ planId: 'pln_demo_maker' })).rejects.toMatchObject({ code: 'plan-not-free' });

  const portal = await client.launchStripeCustomerPortal({ autoRedirect: false, returnUrl: '/evenings' });
  await page.goto(portal.data.url);
  await expect(page.getByRole('article', { name: /Maker/ })).toBeVisible();
  await page.getByRole('link', { name: 'Return to site' }).click();
  await expect(page).toHaveURL(`${origin}/evenings`);
});

test('a team is bought, joined, left and closed to those who were removed', async ({ visitor, arrive }) => {
  const { client } = visitor;
  await visitor.signsUp(buildPerson());
  await buys(visitor, { priceId: 'prc_demo_team_monthly' });
  const teamId = await teamOf(visitor);
  const { data: team } = await client.getTeam({ teamId });
  expect(team).toMatchObject({
    id: teamId,
    maxTeamMembers: 6,
    plan: { teamAccountInviteSignupLink: '/join-team', teamAccountUpgradeLink: '/upgrade' },
    ownersPlanConnection: { plan: { teamAccountUpgradeLink: '/upgrade' } },
    members: [{ role: 'OWNER' }],
  });

  const inviteToken = team.inviteToken!;
  const mate = await arrive();
  const mateId = await mate.signsUp(buildPerson(), { inviteToken });
  const { data: joined } = await mate.client.getCurrentMember();
  expect(joined).toMatchObject({
    planConnections: [{ planId: 'pln_demo_team', active: true }],
    teams: { ownedTeams: [], joinedTeams: [{ teamId, planName: 'Maker team' }] },
  });
  await expect(mate.client.getTeam({ teamId })).rejects.toMatchObject({ code: 'team-not-found' });
  expect((await client.getTeam({ teamId })).data.members.map(({ role, member }) => [role, member.id])).toContainEqual([
    'MEMBER',
    mateId,
  ]);

  await mate.client.removeMemberFromTeam({ teamId, memberId: mateId });
  expect((await mate.client.getCurrentMember()).data?.planConnections.filter(({ active }) => active)).toEqual([]);
  await mate.client.joinTeam({ inviteToken });
  await client.removeMemberFromTeam({ teamId, memberId: mateId });
  await expect(mate.client.joinTeam({ inviteToken })).rejects.toMatchObject({ code: 'invalid-invite' });
  const { data: renewed } = await client.generateInviteToken({ teamId });
  expect(renewed.inviteToken).not.toBe(inviteToken);
  await mate.client.joinTeam(renewed);
});

type Purchase = Parameters<ForeignPage['client']['purchasePlansWithCheckout']>[0];

/** Goes to the card provider's page, pays there, and comes back to a page that waits until the plan is there. */
async function buys(visitor: ForeignPage, purchase: Purchase): Promise<void> {
  const { client, page, origin } = visitor;
  const { data } = await client.purchasePlansWithCheckout({ ...purchase, autoRedirect: false });
  await page.goto(data.url);
  await page.getByLabel('Card number').fill(cards.success);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Silva');
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
  await page.waitForURL(`${origin}${purchase.successUrl ?? '/'}`);
  await visitor.startsClient();
  await expect
    .poll(async () => (await client.getCurrentMember()).data?.planConnections.some(({ active }) => active))
    .toBe(true);
}

async function teamOf({ client }: ForeignPage): Promise<string> {
  const { data } = await client.getCurrentMember();
  expect(data).toMatchObject({ teams: { ownedTeams: [{ teamId: expect.any(String) }] } });
  return (data as unknown as { teams: { ownedTeams: { teamId: string }[] } }).teams.ownedTeams[0]!.teamId;
}
