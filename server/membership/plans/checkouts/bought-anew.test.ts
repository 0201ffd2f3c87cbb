import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuyers, type Buyer } from '../../../testing/plan-buyers.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ sites: [planSite] });
});
afterAll(() => product.stop());

const { buildBuyer, buildPayer, behind, press } = createBuyers(() => product);

/** Members beside the owner that the smaller price of the plan has seats for. */
const room = 7;

/** The owner of a team of the larger price, with more members than the smaller one has seats for. */
async function buildTeam() {
  const owner = await buildPayer('ensemble-large', 'ensemble');
  const { teamId } = (await owner.self()).teams.ownedTeams[0]!;
  const { inviteToken } = (await owner.get(`/member/team/${teamId}`)).body.data;
  const players: Buyer[] = [];
  for (let count = 0; count < room + 2; count++) {
    const player = await buildBuyer();
    expect((await player.post('/member/team/join', { inviteToken })).status).toBe(200);
    players.push(player);
  }
  return { owner, teamId, players };
}

const holdersOf = async (owner: Buyer, teamId: string): Promise<string[]> =>
  (await owner.get(`/member/team/${teamId}`)).body.data.members.map(({ member }: any) => member.id);

test('a team plan bought anew with fewer seats keeps those who joined first', async () => {
  const { owner, teamId, players } = await buildTeam();
  await press('cancel', (await behind(owner, 'ensemble')).subscriptionId);
  await owner.sees('ensemble', 'CANCELED');
  expect(await holdersOf(owner, teamId)).toHaveLength(players.length + 1);
  await owner.buy('ensemble');
  await owner.sees('ensemble', 'ACTIVE');
  const staying = players.slice(0, room);
  expect(await holdersOf(owner, teamId)).toEqual([owner, ...staying].map(({ memberId }) => memberId));
  expect([await players[room - 1]!.plan('ensemble'), await players[room]!.plan('ensemble')]).toEqual([
    expect.objectContaining({ active: true }),
    undefined,
  ]);
});

test('so does one bought at a smaller price after a renewal has failed, whose team was never closed', async () => {
  const { owner, teamId } = await buildTeam();
  const { subscriptionId } = await behind(owner, 'ensemble');
  await press('fail-next', subscriptionId);
  await press('renew', subscriptionId);
  await owner.sees('ensemble', 'REQUIRES_PAYMENT');
  await owner.buy('ensemble');
  expect((await owner.sees('ensemble', 'ACTIVE')).payment!.priceId).toBe('prc_choir_ensemble');
  expect(await holdersOf(owner, teamId)).toHaveLength(room + 1);
});

test('one bought anew with as many seats keeps all', async () => {
  const { owner, teamId, players } = await buildTeam();
  await press('cancel', (await behind(owner, 'ensemble')).subscriptionId);
  await owner.sees('ensemble', 'CANCELED');
  await owner.buy('ensemble-large');
  await owner.sees('ensemble', 'ACTIVE');
  expect(await holdersOf(owner, teamId)).toHaveLength(players.length + 1);
});
