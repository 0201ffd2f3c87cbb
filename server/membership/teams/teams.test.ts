import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { buildServer } from '../../testing/administration.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { codeOf, createCrews, type Crews, type Owner } from '../../testing/crews.ts';
import { crewSeats, otherTeamSite, planIn, teamSite } from '../../testing/team-site.ts';
import { declareEndpoints } from '../site-events/endpoints.ts';
import { closeTeam, leaveAllTeams, moveSeats, openTeam } from './teams.ts';

let product: TestMembership;
let crews: Crews;
beforeAll(async () => {
  product = await startTestMembership();
  // Before the first request, which reads the sites.
  for (const site of [teamSite, otherTeamSite]) await declareSite(product.database.db, site, product.services.keys);
  crews = createCrews({ call: product.call, pool: product.database.pool });
});
afterAll(() => product.stop());

const rolesOf = (team: Awaited<ReturnType<Owner['team']>>) => team.members.map(({ role }) => role);

/** A renewed payment. */
const renew = ({ memberId, connectionId }: Owner) =>
  transaction(product.database.db, async (tx) => {
    const site = await product.services.sites.get(teamSite.id);
    await openTeam(product.services, tx, { site, memberId, connectionId, planId: planIn(site, 'crew') });
  });

/** Declares the site with a number of seats for the crew. */
async function declareCrewOf(seats: number): Promise<void> {
  const plans = structuredClone(teamSite.plans);
  plans.find(({ id }) => id === planIn(teamSite, 'crew'))!.rules.team!.seats = seats;
  const siteServer = await buildServer(product, teamSite.id);
  expect((await siteServer.call('PUT', '/admin/app', { ...teamSite, plans })).status).toBe(200);
}

describe('a team', () => {
  test('comes with the plan, and shows its owner exactly what it is', async () => {
    const owner = await crews.buildOwner('crew');
    const rower = await crews.buildRower();
    await rower.join(owner);
    const { data } = await owner.get(`/member/team/${owner.teamId}`);
    expect(data).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      inviteToken: expect.stringMatching(/^[\w-]{22}$/),
      maxTeamMembers: 6,
      plan: { teamAccountInviteSignupLink: '/crew/join', teamAccountUpgradeLink: '/crew/more' },
      ownersPlanConnection: { plan: { teamAccountUpgradeLink: '/crew/more' } },
      members: [
        {
          role: 'OWNER',
          member: { id: owner.memberId, auth: { email: owner.email }, profileImage: null, verified: true },
        },
        {
          role: 'MEMBER',
          member: { id: rower.memberId, auth: { email: rower.email }, profileImage: null, verified: true },
        },
      ],
    });
    expect((await owner.self()).teams).toEqual({ ownedTeams: [{ teamId: owner.teamId }], joinedTeams: [] });
  });

  test('is refused alike for other members, whether or not there is one (enumeration)', async () => {
    const [owner, other] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    const rower = await crews.buildRower();
    await rower.join(owner);
    const refused = [
      await rower.get(`/member/team/${owner.teamId}`),
      await other.get(`/member/team/${owner.teamId}`),
      await other.get('/member/team/cnobodyhasthisteam0000000'),
    ].map(({ status, error: { code, message } }) => ({ status, code, message }));
    expect(new Set(refused.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 404, code: 'team-not-found' });
    expect(await product.call('GET', `/member/team/${owner.teamId}`)).toMatchObject({ status: 401 });
  });

  test('stores its invitation hashed and sealed', async () => {
    const owner = await crews.buildOwner('crew');
    const { rows } = await product.database.pool.query('select * from team where id = $1', [owner.teamId]);
    const dump = Object.values(rows[0] as Record<string, unknown>)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join('\n');
    expect(dump).not.toContain(await owner.invite());
    expect(dump).toContain(owner.memberId);
  });
});

describe('a seat', () => {
  test('brings the plan of the owner, as a connection that stays the same', async () => {
    const owner = await crews.buildOwner('crew');
    const rower = await crews.buildRower();
    expect(await rower.join(owner)).toMatchObject({ status: 200, data: { success: true } });
    const [self, again] = [await rower.self(), await rower.self()];
    expect(self.planConnections).toEqual([
      {
        id: expect.stringMatching(/^con_/),
        active: true,
        status: 'ACTIVE',
        planId: 'pln_rowing_crew',
        type: 'FREE',
        payment: null,
      },
    ]);
    expect(again.planConnections).toEqual(self.planConnections);
    expect(self.teams).toEqual({ ownedTeams: [], joinedTeams: [{ teamId: owner.teamId, planName: 'crew' }] });
  });

  test('is taken once, however often the same member joins', async () => {
    const owner = await crews.buildOwner('pair');
    const rower = await crews.buildRower();
    expect([codeOf(await rower.join(owner)), codeOf(await rower.join(owner))]).toEqual(['joined', 'joined']);
    expect(rolesOf(await owner.team())).toEqual(['OWNER', 'MEMBER']);
  });

  test('is refused when all are taken, the owner having one', async () => {
    const owner = await crews.buildOwner('pair');
    const [first, second] = [await crews.buildRower(), await crews.buildRower()];
    expect(codeOf(await first.join(owner))).toBe('joined');
    expect(await second.join(owner)).toMatchObject({ status: 409, error: { code: 'team-full' } });
    expect(await second.plans()).toEqual([]);
  });

  test('is always free where there is no limit', async () => {
    const owner = await crews.buildOwner('fleet');
    for (let count = 0; count < 8; count++) expect(codeOf(await (await crews.buildRower()).join(owner))).toBe('joined');
    expect((await owner.team()).maxTeamMembers).toBeNull();
  });

  test('is added as soon as the site declares more; taken ones stay when it declares fewer', async () => {
    const owner = await crews.buildOwner('crew');
    const rowers = [await crews.buildRower(), await crews.buildRower(), await crews.buildRower()];
    for (const rower of rowers) await rower.join(owner);
    await declareCrewOf(2);
    const { maxTeamMembers, members } = await owner.team();
    expect([maxTeamMembers, members.length]).toEqual([2, 4]);
    const late = await crews.buildRower();
    expect(codeOf(await late.join(owner))).toBe('team-full');
    await declareCrewOf(5);
    expect((await owner.team()).maxTeamMembers).toBe(5);
    expect(codeOf(await late.join(owner))).toBe('joined');
    await declareCrewOf(crewSeats.crew);
  });
});

describe('one active team for each member', () => {
  test('a second one is refused, and so is one for an owner', async () => {
    const [owner, other] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    const rower = await crews.buildRower();
    await rower.join(owner);
    expect(codeOf(await rower.join(other))).toBe('can-only-have-one-active-team');
    expect(codeOf(await owner.join(other))).toBe('can-only-have-one-active-team');
    expect(codeOf(await owner.join(owner))).toBe('joined');
    const fleet = { planId: planIn(teamSite, 'fleet') };
    expect(codeOf(await owner.post('/member/plans/add', fleet))).toBe('can-only-have-one-active-team');
    expect(rolesOf(await owner.team())).toEqual(['OWNER', 'MEMBER']);
  });

  test('a team of their own is refused, and once it is paid for takes the place of the one they joined', async () => {
    const owner = await crews.buildOwner('pair');
    const rower = await crews.buildRower();
    await rower.join(owner);
    const planId = planIn(teamSite, 'fleet');
    expect(codeOf(await rower.post('/member/plans/add', { planId }))).toBe('can-only-have-one-active-team');
    await transaction(product.database.db, (tx) => product.membership.grantPlan(tx, rower.memberId, { planId }));
    expect((await rower.self()).teams).toEqual({ ownedTeams: [{ teamId: expect.any(String) }], joinedTeams: [] });
    expect(rolesOf(await owner.team())).toEqual(['OWNER']);
  });

  test('a team that the site gives for nothing is refused, and ends no seat', async () => {
    const owner = await crews.buildOwner('pair');
    const rower = await crews.buildRower();
    await rower.join(owner);
    const siteServer = await buildServer(product, teamSite.id);
    const give = () =>
      siteServer.call('POST', `/admin/members/${rower.memberId}/add-plan`, { planId: planIn(teamSite, 'fleet') });
    expect(await give()).toMatchObject({ status: 409, error: { code: 'can-only-have-one-active-team' } });
    expect(await rower.plans()).toEqual([planIn(teamSite, 'pair')]);
    await owner.remove(rower);
    expect((await give()).status).toBe(200);
  });

  test('a seat in a closed team is replaced', async () => {
    const [owner, other] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    const rower = await crews.buildRower();
    await rower.join(owner);
    await owner.setStatus('CANCELED');
    expect(codeOf(await rower.join(other))).toBe('joined');
    await owner.setStatus('ACTIVE');
    expect((await rower.self()).teams.joinedTeams).toEqual([{ teamId: other.teamId, planName: 'crew' }]);
    expect(rolesOf(await owner.team())).toEqual(['OWNER']);
  });
});

describe('leaving', () => {
  test('frees the seat, ends the plan and lets the member join again', async () => {
    const owner = await crews.buildOwner('pair');
    const [rower, next] = [await crews.buildRower(), await crews.buildRower()];
    await rower.join(owner);
    const leave = () => rower.post('/member/team/remove-member', { teamId: owner.teamId, memberId: rower.memberId });
    expect(await leave()).toMatchObject({ status: 200, data: { success: true } });
    expect(await rower.plans()).toEqual([]);
    expect(codeOf(await next.join(owner))).toBe('joined');
    await next.post('/member/team/remove-member', { teamId: owner.teamId, memberId: next.memberId });
    expect(codeOf(await rower.join(owner))).toBe('joined');
    await leave();
    expect(await leave()).toMatchObject({ status: 404, error: { code: 'team-not-found' } });
  });

  test('is refused to the owner', async () => {
    const owner = await crews.buildOwner('crew');
    const body = { teamId: owner.teamId, memberId: owner.memberId };
    expect(await owner.post('/member/team/remove-member', body)).toMatchObject({
      status: 403,
      error: { code: 'cannot-change-team-account' },
    });
  });
});

describe('removing', () => {
  test('bars the member until the owner makes a new invitation', async () => {
    const owner = await crews.buildOwner('pair');
    const rower = await crews.buildRower();
    await rower.join(owner);
    const body = { teamId: owner.teamId, memberId: rower.memberId };
    expect(await owner.post('/member/team/remove-member', body)).toMatchObject({ status: 200 });
    expect(await rower.plans()).toEqual([]);
    expect(codeOf(await rower.join(owner))).toBe('invalid-invite');
    await owner.renewInvite();
    expect(codeOf(await rower.join(owner))).toBe('joined');
    expect(await owner.post('/member/team/remove-member', body)).toMatchObject({ status: 200 });
  });

  test('is for the owner, of their own team alone', async () => {
    const [owner, other] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
    const [rower, mate] = [await crews.buildRower(), await crews.buildRower()];
    for (const each of [rower, mate]) await each.join(owner);
    const remove = (who: typeof rower, teamId: string) =>
      who.post('/member/team/remove-member', { teamId, memberId: rower.memberId });
    expect(await remove(mate, owner.teamId)).toMatchObject({ status: 404, error: { code: 'team-not-found' } });
    expect(await remove(other, owner.teamId)).toMatchObject({ status: 404, error: { code: 'team-not-found' } });
    expect(await remove(other, other.teamId)).toMatchObject({ status: 404, error: { code: 'member-not-found' } });
    expect(rolesOf(await owner.team())).toEqual(['OWNER', 'MEMBER', 'MEMBER']);
  });
});

describe('the plan of the team', () => {
  test.for(['REQUIRES_PAYMENT', 'CANCELED'] as const)(
    'ends for all with the owner in %s, and comes back with the owner',
    async (status) => {
      const owner = await crews.buildOwner('crew');
      const rower = await crews.buildRower();
      await rower.join(owner);
      await owner.setStatus(status);
      expect(await rower.plans()).toEqual([]);
      expect((await rower.self()).teams.joinedTeams).toEqual([]);
      expect(await owner.team()).toMatchObject({ inviteToken: null, members: [{}, { role: 'MEMBER' }] });
      await owner.setStatus('TRIALING');
      expect(await rower.plans()).toEqual(['pln_rowing_crew']);
    },
  );

  test('that is deleted deletes the team', async () => {
    const owner = await crews.buildOwner('crew');
    const rower = await crews.buildRower();
    await rower.join(owner);
    await transaction(product.database.db, (tx) =>
      product.membership.revokePlan(tx, owner.memberId, 'pln_rowing_crew'),
    );
    expect(await rower.plans()).toEqual([]);
    expect(await owner.get(`/member/team/${owner.teamId}`)).toMatchObject({ status: 404 });
  });

  test('goes with the account of the owner, in the same transaction', async () => {
    const owner = await crews.buildOwner('crew');
    const rower = await crews.buildRower();
    await rower.join(owner);
    expect((await owner.delete()).status).toBe(200);
    expect((await rower.self()).planConnections).toEqual([]);
    expect((await rower.self()).teams).toEqual({ ownedTeams: [], joinedTeams: [] });
  });
});

describe('the owner of the site', () => {
  test('gets one event for every change of a team', async () => {
    const { services, database } = product;
    const endpoint = { id: 'crews', url: 'http://127.0.0.1:9/events', events: 'all' as const, enabled: true };
    await transaction(database.db, (tx) => declareEndpoints(services, tx, teamSite.id, [endpoint]));
    const owner = await crews.buildOwner('crew');
    const [rower, mate] = [await crews.buildRower(), await crews.buildRower()];
    await rower.join(owner);
    await rower.join(owner);
    await mate.join(owner);
    await renew(owner);
    await owner.remove(mate);
    await transaction(database.db, (tx) => closeTeam(tx, owner.connectionId));
    await transaction(database.db, (tx) => closeTeam(tx, owner.connectionId));
    await renew(owner);
    for (const who of [rower, owner])
      await transaction(database.db, (tx) => leaveAllTeams(tx, { siteId: teamSite.id, memberId: who.memberId }));
    const { teamId, memberId: ownerId } = owner;
    const opened = { event: 'team.created', payload: { teamId, planId: 'pln_rowing_crew', ownerId } };
    const ended = { event: 'team.deleted', payload: { teamId, ownerId } };
    const { rows } = await database.pool.query(
      `select event, payload from site_event_delivery where event like 'team.%' order by created_at`,
    );
    expect(rows).toEqual([
      opened,
      { event: 'team.member.added', payload: { teamId, memberId: rower.memberId } },
      { event: 'team.member.added', payload: { teamId, memberId: mate.memberId } },
      { event: 'team.member.removed', payload: { teamId, memberId: mate.memberId } },
      ended,
      opened,
      { event: 'team.member.removed', payload: { teamId, memberId: rower.memberId } },
      ended,
    ]);
  });
});

test('members of a team move to the one of a plan that replaces it, as many as it has seats for', async () => {
  const { services, database } = product;
  const squad = structuredClone(teamSite.plans.find(({ id }) => id === planIn(teamSite, 'crew'))!);
  squad.rules.team!.seats = 3;
  squad.rules.onJoin.removePlans = [squad.id];
  squad.id = 'pln_rowing_squad';
  const siteServer = await buildServer(product, teamSite.id);
  const plans = [...teamSite.plans, squad];
  expect((await siteServer.call('PUT', '/admin/app', { ...teamSite, plans })).status).toBe(200);
  const endpoint = { id: 'squads', url: 'http://127.0.0.1:9/events', events: 'all' as const, enabled: true };
  const owner = await crews.buildOwner('crew');
  const rowers = [await crews.buildRower(), await crews.buildRower(), await crews.buildRower()];
  for (const rower of rowers) await rower.join(owner);
  await transaction(database.db, (tx) => declareEndpoints(services, tx, teamSite.id, [endpoint]));
  expect((await owner.post('/member/plans/add', { planId: squad.id })).status).toBe(200);
  const { teamId } = (await owner.self()).teams.ownedTeams[0]!;
  const held = await Promise.all(rowers.map((rower) => rower.plans()));
  expect(held).toEqual([[squad.id], [squad.id], []]);
  expect((await owner.get(`/member/team/${teamId}`)).data.members).toHaveLength(3);
  // Who joined first is told apart for the next plan as well.
  const seats = await database.pool.query('select member_id from team_seat where team_id = $1 order by taken_at', [
    teamId,
  ]);
  expect(seats.rows.map((row) => row.member_id)).toEqual(rowers.slice(0, 2).map(({ memberId }) => memberId));
  expect(
    (await database.pool.query('select distinct taken_at from team_seat where team_id = $1', [teamId])).rowCount,
  ).toBe(2);
  const { rows } = await database.pool.query(
    `select event, payload ->> 'teamId' as team, payload ->> 'memberId' as member from site_event_delivery
     where event like 'team.%' and endpoint_id = 'squads' order by created_at`,
  );
  expect(rows).toEqual([
    { event: 'team.created', team: teamId, member: null },
    ...rowers.slice(0, 2).flatMap(({ memberId: member }) => [
      { event: 'team.member.removed', team: owner.teamId, member },
      { event: 'team.member.added', team: teamId, member },
    ]),
    { event: 'team.deleted', team: owner.teamId, member: null },
  ]);
});

test('a member who was removed and comes back by a change of plan may leave and join, and be removed again', async () => {
  const [owner, next] = [await crews.buildOwner('crew'), await crews.buildOwner('crew')];
  const rower = await crews.buildRower();
  await rower.join(next);
  await next.remove(rower);
  await rower.join(owner);
  const site = await product.services.sites.get(teamSite.id);
  await transaction(product.database.db, (tx) =>
    moveSeats(tx, { site, from: owner.connectionId, to: next.connectionId }),
  );
  const leave = () => rower.post('/member/team/remove-member', { teamId: next.teamId, memberId: rower.memberId });
  expect((await leave()).status).toBe(200);
  expect(codeOf(await rower.join(next))).toBe('joined');
  expect((await next.remove(rower)).status).toBe(200);
  expect(codeOf(await rower.join(next))).toBe('invalid-invite');
});

test('members who move to a team take the seats that an earlier purchase left in it', async () => {
  const [owner, next] = [await crews.buildOwner('crew'), await crews.buildOwner('pair')];
  const [present, former] = [await crews.buildRower(), await crews.buildRower()];
  await present.join(owner);
  await former.join(next);
  const site = await product.services.sites.get(teamSite.id);
  await transaction(product.database.db, (tx) =>
    moveSeats(tx, { site, from: owner.connectionId, to: next.connectionId }),
  );
  expect([await present.plans(), await former.plans()]).toEqual([[planIn(teamSite, 'pair')], []]);
});

test('a member who sits in a team that bars them, from before a release, is removed like any other', async () => {
  const owner = await crews.buildOwner('crew');
  const rower = await crews.buildRower();
  await rower.join(owner);
  const bar = 'insert into team_bar (team_id, member_id) values ($1, $2)';
  await product.database.pool.query(bar, [owner.teamId, rower.memberId]);
  expect((await owner.remove(rower)).status).toBe(200);
  expect(rolesOf(await owner.team())).toEqual(['OWNER']);
});
