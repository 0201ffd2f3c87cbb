import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, transaction, type Pool } from '../platform/database/database.ts';
import { callsOf, createCrews, type Crews, type Owner, type Rower } from '../testing/crews.ts';
import { goodPassword, newEmail } from '../testing/membership.ts';
import { createPopupBrowser } from '../testing/popup-browser.ts';
import { endOf } from '../testing/popups.ts';
import { createBuyers } from '../testing/plan-buyers.ts';
import { planSite } from '../testing/plan-site.ts';
import { eventually } from '../testing/product.ts';
import { otherTeamSite, teamSite } from '../testing/team-site.ts';
import { startTwoProcesses, type TwoProcesses } from '../testing/two-processes.ts';
import { untilNotBusy } from '../testing/until-not-busy.ts';
import { withoutLocks } from '../testing/without-locks.ts';
import type { Site } from './sites/site.ts';
import { joinTeam } from './teams/teams.ts';

/** Two processes behind one load balancer: every exact count is the database's. */

/** A plan with two places. */
const smallSite = { ...teamSite, id: 'app_lounge', publicKey: 'pk_sb_lounge', plans: [], memberLimit: 2 };

let product: TwoProcesses;
let crews: Crews;
beforeAll(async () => {
  product = await startTwoProcesses({ sites: [teamSite, otherTeamSite, planSite, smallSite] });
  crews = createCrews({ call: callsOf(product), pool: product.database.pool });
});
afterAll(() => product.stop());

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
const joinedBy = (owner: Owner) => owner.team().then(({ members }) => members.slice(1).map(({ member }) => member.id));

const countWaiting = async (): Promise<number> =>
  (
    await product.database.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows[0].n;

/**
 * Holds a team's lock until more requests wait for it than it has seats: five of each process, as many as one turn
 * admits.
 */
async function whileHeld<T>({ teamId }: Owner, joinAll: () => Promise<T>): Promise<T> {
  const holder = await product.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from team where id = $1 for update', [teamId]);
    const joining = joinAll();
    await eventually(async () => (await countWaiting()) >= 10);
    await holder.query('commit');
    return await joining;
  } finally {
    holder.release();
  }
}

describe('forty concurrent members for five seats', () => {
  test('five get one, and no other member the plan', async () => {
    const owner = await crews.buildOwner('crew');
    const invite = await owner.invite();
    const rowers = await times(40, () => crews.buildRower());
    const answers = await whileHeld(owner, () =>
      Promise.all(rowers.map((rower) => untilNotBusy(() => rower.use(invite)))),
    );
    expect(answers.map(({ status, error }) => (status === 200 ? 'joined' : error.code)).toSorted()).toEqual([
      ...Array<string>(5).fill('joined'),
      ...Array<string>(35).fill('team-full'),
    ]);
    const joined = rowers.filter((_, index) => answers[index]!.status === 200).map(({ memberId }) => memberId);
    expect((await joinedBy(owner)).toSorted()).toEqual(joined.toSorted());
    const plans = await Promise.all(rowers.map((rower) => rower.plans()));
    expect(plans.filter((each) => each.length > 0)).toHaveLength(5);
  });

  test('without the locks too many get one (negative control)', async () => {
    const owner = await crews.buildOwner('crew');
    const joining = { site: teamSite as unknown as Site, inviteToken: await owner.invite() };
    const rowers = await times(40, () => crews.buildRower());
    const pool = createPool({ url: product.database.directUrl, maxConnections: 24, patient: true });
    const db = createDatabase(pool).withPlugin(withoutLocks);
    const join = ({ memberId }: Rower) =>
      transaction(db, (tx) => joinTeam(tx, { ...joining, memberId })).catch(() => undefined);
    await whileHeld(owner, () => Promise.all(rowers.map(join)));
    await pool.end();
    expect((await joinedBy(owner)).length).toBeGreaterThan(5);
  });
});

describe('one member', () => {
  test('who uses an invitation in two concurrent calls has one seat, and both succeed', async () => {
    const owner = await crews.buildOwner('crew');
    const [rower, invite] = [await crews.buildRower(), await owner.invite()];
    expect(statuses(await times(8, () => rower.use(invite)))).toEqual(Array(8).fill(200));
    expect(await joinedBy(owner)).toEqual([rower.memberId]);
  });

  test('who joins many teams concurrently is in one', async () => {
    const owners = await times(6, () => crews.buildOwner('pair'));
    const rower = await crews.buildRower();
    const answers = await Promise.all(owners.map((owner) => rower.join(owner)));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await Promise.all(owners.map(joinedBy))).flat()).toEqual([rower.memberId]);
  });

  test('who joins a team while taking one of their own is not in two', async () => {
    for (let round = 0; round < 5; round++) {
      const [owner, rower] = [await crews.buildOwner('pair'), await crews.buildRower()];
      const invite = await owner.invite();
      await Promise.all([rower.use(invite), crews.takeTeam(rower, 'fleet').catch(() => undefined)]);
      const { ownedTeams, joinedTeams } = (await rower.self()).teams;
      expect(ownedTeams.length + joinedTeams.length).toBe(1);
    }
  });
});

describe('an invitation that is replaced while twenty join', () => {
  test('is refused once the new one was answered', async () => {
    const owner = await crews.buildOwner('fleet');
    const old = await owner.invite();
    const rowers = await times(20, () => crews.buildRower());
    let isReplaced = false;
    const late: number[] = [];
    const joins = rowers.map(async (rower) => {
      // Staggered, so that some ask before and some after.
      for (let tries = 0; tries < 3; tries++) {
        const asksLate = isReplaced;
        const { status } = await rower.use(old);
        if (asksLate) late.push(status);
        if (status === 200)
          await rower.post('/member/team/remove-member', { teamId: owner.teamId, memberId: rower.memberId });
      }
    });
    const answer = await owner.renewInvite();
    isReplaced = true;
    await Promise.all(joins);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set([404]));
    expect((await rowers[0]!.use(answer.data.inviteToken)).status).toBe(200);
  });
});

describe('joining, leaving and removing concurrently', () => {
  test('never end in a fault, and seat, plan and list agree', async () => {
    const owner = await crews.buildOwner('pair');
    const rowers = await times(4, () => crews.buildRower());
    const leave = ({ memberId, post }: Rower) => post('/member/team/remove-member', { teamId: owner.teamId, memberId });
    for (let round = 0; round < 6; round++) {
      const invite = await owner.invite();
      const calls = rowers.flatMap((rower) => [() => rower.use(invite), () => leave(rower), () => owner.remove(rower)]);
      const inOrder = round % 2 === 0 ? calls : calls.toReversed();
      const answers = await Promise.all([...inOrder.map((call) => call()), owner.renewInvite()]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const listed = await joinedBy(owner);
      const withPlan = await Promise.all(
        rowers.map(async (rower) => ((await rower.plans()).length > 0 ? rower.memberId : [])),
      );
      expect(withPlan.flat()).toEqual(listed);
      expect(listed.length).toBeLessThanOrEqual(1);
    }
    for (const rower of rowers) await leave(rower);
    await owner.renewInvite();
    expect((await rowers[0]!.join(owner)).status).toBe(200);
  });

  test('retries after a deadlock with a transaction of the opposite lock order', async () => {
    const owner = await crews.buildOwner('pair');
    const [rower, invite] = [await crews.buildRower(), await owner.invite()];
    const joined = await inOppositeOrder(product.database.pool, { owner, rower }, () => rower.use(invite));
    expect(joined.status).toBe(200);
    expect(await joinedBy(owner)).toEqual([rower.memberId]);
  });
});

/** Calls of different visitors, to the site with teams. */
const asVisitors = (path: string, body: unknown) =>
  callsOf(product)('POST', path, { body, headers: { 'x-api-key': teamSite.publicKey } });

describe('a mailed code', () => {
  test('allows five guesses, over concurrent calls at both processes', async () => {
    const { email } = await crews.buildRower();
    const code = await mailedCode(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const guess = (passwordlessToken: string) => asVisitors('/auth/passwordless/login', { email, passwordlessToken });
    expect(statuses(await times(40, () => guess(wrong)))).toEqual(Array(40).fill(400));
    const { rows } = await product.database.pool.query('select tries from mailed_code where email = $1', [email]);
    expect(rows.every(({ tries }) => tries <= 5)).toBe(true);
    expect((await guess(code)).status).toBe(400);
  });

  test('is accepted once in concurrent calls', async () => {
    const { email } = await crews.buildRower();
    const passwordlessToken = await mailedCode(email);
    const answers = await times(5, () => asVisitors('/auth/passwordless/login', { email, passwordlessToken }));
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('a plan', () => {
  const { buildBuyer, buildPayer, rows, setFaults } = createBuyers(() => product);

  test('with one place takes one of twenty concurrent members', async () => {
    const buyers = await times(20, () => buildBuyer());
    const answers = await Promise.all(
      buyers.map((buyer) => untilNotBusy(() => buyer.post('/member/plans/add', { planId: 'pln_choir_few' }))),
    );
    expect(answers.map(({ body }) => body.error?.code ?? 'has it').toSorted()).toEqual([
      'has it',
      ...Array<string>(19).fill('plan-member-limit-reached'),
    ]);
  });

  test('that is paid is given once, of fifteen copies of every event', async () => {
    await setFaults({ events: { duplicate: 15, shuffle: true } });
    const buyers = await times(4, () => buildPayer('monthly', 'singer'));
    await setFaults({});
    await eventually(async () => (await rows('select 1 from provider_event where processed_at is null')).length === 0);
    const count = async (query: string) =>
      (await rows<{ n: number }>(query, [buyers.map((each) => each.memberId)]))[0]!.n;
    const given = `select count(*)::int as n from plan_connection where status = 'ACTIVE' and member_id = any ($1)`;
    const paid = `select count(*)::int as n from plan_payment p join plan_checkout c on c.id = p.checkout_id
      where c.member_id = any ($1)`;
    expect([await count(given), await count(paid)]).toEqual([4, 4]);
  });

  test('for a team is given for one of two concurrent payments, and the other is refunded', async () => {
    const buyers = await times(4, () => buildBuyer());
    await times(4, async (index) => {
      const pages = [];
      for (const price of ['section', 'ensemble']) pages.push((await buyers[index]!.checkout(price)).body.data.url);
      await Promise.all(pages.map((page) => product.pay(page)));
    });
    const states = async () =>
      (
        await rows<{ state: string }>(`select state from plan_checkout where member_id = any ($1) order by state`, [
          buyers.map((each) => each.memberId),
        ])
      ).map(({ state }) => state);
    await eventually(async () => !(await states()).some((state) => ['open', 'returning'].includes(state)));
    expect(await states()).toEqual([...Array<string>(4).fill('completed'), ...Array<string>(4).fill('returned')]);
  });
});

describe('an account', () => {
  test('has ten tries at its password, over both processes', async () => {
    const { email } = await crews.buildRower();
    const answers = await times(14, () => asVisitors('/auth/login', { email, password: 'not-the-right-one-3' }));
    expect(statuses(answers)).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
  });

  test('is made once for one address', async () => {
    const signUp = { email: newEmail(), password: goodPassword };
    const answers = await times(12, () => asVisitors('/auth/signup', signUp));
    expect(statuses(answers)).toEqual([200, ...Array<number>(11).fill(409)]);
  });

  test('is the last one a site takes, once', async () => {
    const headers = { 'x-api-key': smallSite.publicKey };
    const answers = await times(12, () =>
      callsOf(product)('POST', '/auth/signup', { body: { email: newEmail(), password: goodPassword }, headers }),
    );
    expect(statuses(answers)).toEqual([200, 200, ...Array<number>(10).fill(403)]);
  });
});

describe('votes for a comment', () => {
  test('are counted exactly in concurrent calls', async () => {
    const rowers = await times(6, () => crews.buildRower());
    const post = await rowers[0]!.post('/comments/posts', { channelKey: 'regatta', content: 'Who rows?' });
    const vote = (rower: Rower, wanted: string) => rower.post(`/comments/posts/${post.data.id}/vote`, { vote: wanted });
    await Promise.all(rowers.flatMap((rower) => ['UP', 'DOWN', 'UP', 'NONE'].map((wanted) => vote(rower, wanted))));
    const last = await Promise.all(rowers.map((rower, index) => vote(rower, index < 4 ? 'UP' : 'DOWN')));
    expect(statuses(last)).toEqual(Array(6).fill(200));
    const { data } = await rowers[0]!.get('/comments/posts?channelKey=regatta');
    expect(data.posts[0]._count).toEqual({ Threads: 0, likedBy: 4, dislikedBy: 2 });
  });
});

describe('a popup of a provider', () => {
  const opener = 'http://localhost:5173';
  const query = 'provider=local&publicKey=pk_sb_demo&appId=app_demo&origin=localhost';
  const somebody = () => ({ email: newEmail(), confirmed: 'yes' });
  /** Requests alternate between the processes: popup, provider and callback. */
  const signUp = async (who: Record<string, string>) => {
    const browser = createPopupBrowser();
    const asked = await browser.open(`${product.url}/auth-provider/signup?${query}`, { opener });
    return endOf(await browser.submit(asked, who));
  };

  test('spans both, and several of one person create one account', async () => {
    const who = somebody();
    const ends = await times(8, () => untilNotBusy(() => signUp(who)));
    expect(new Set(ends.map(({ data }) => data?.member.id)).size).toBe(1);
    expect(ends[0]!.data.member.auth).toMatchObject({ email: who.email, providers: [{ provider: 'local' }] });
  });

  test('ends once, however often its callback is opened at both', async () => {
    const browser = createPopupBrowser();
    const asked = await browser.open(`${product.url}/auth-provider/signup?${query}`, { opener });
    const stranger = createPopupBrowser();
    stranger.cookies.push(...browser.cookies.filter(({ name }) => name.startsWith('dev-oidc')));
    const { url } = await stranger.submit(asked, somebody());
    const ends = await times(12, () => browser.open(url.href));
    expect(ends.filter((page) => endOf(page).data)).toHaveLength(1);
  });
});

/** The last test: it kills one of the two processes. */
describe('a killed process', () => {
  /** Writes and reads in turn until stopped. Counts failures, and answered writes that are lost. */
  function live(rower: Rower, isOver: () => boolean) {
    const seen = { rounds: 0, failedReads: 0, failedWrites: 0, lost: 0 };
    // A write without an answer may have been committed.
    const possible = new Set<number>();
    let acknowledged = 0;
    const work = async () => {
      while (!isOver()) {
        const number = ++seen.rounds;
        possible.add(number);
        const written = await rower.post('/member/json', { json: { number } });
        if (written.status !== 200) seen.failedWrites += 1;
        else {
          possible.delete(acknowledged);
          acknowledged = number;
        }
        const read = await rower.get('/member/json');
        if (read.status !== 200) seen.failedReads += 1;
        else if (!possible.has(read.data?.number)) seen.lost += 1;
      }
    };
    return { seen, done: work() };
  }

  test('costs each client one request at most, and no answered write', async () => {
    let isOver = false;
    const rowers = await times(4, () => crews.buildRower());
    const lives = rowers.map((rower) => live(rower, () => isOver));
    const goOn = (rounds: number) => {
      const until = lives.map(({ seen }) => seen.rounds + rounds);
      return eventually(async () => lives.every(({ seen }, index) => seen.rounds >= until[index]!));
    };
    try {
      await goOn(3);
      await product.killOne();
      await goOn(10);
    } finally {
      isOver = true;
      await Promise.all(lives.map(({ done }) => done));
    }
    for (const { seen } of lives) {
      expect(seen).toMatchObject({ failedReads: 0, lost: 0 });
      expect(seen.failedWrites).toBeLessThan(2);
    }
  });
});

async function mailedCode(email: string): Promise<string> {
  await asVisitors('/auth/passwordless/login/send', { email });
  const mails = async () => (await product.call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
  await eventually(async () => (await mails()).length > 0);
  return /\b\d{6}\b/.exec((await mails())[0].text)![0];
}

/** Forces a deadlock: locks the team, lets the call lock the member, then requests the member; the database aborts one. */
async function inOppositeOrder<T>(
  pool: Pool,
  { owner, rower }: { owner: Owner; rower: Rower },
  call: () => Promise<T>,
) {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from team where id = $1 for update', [owner.teamId]);
    const running = call();
    await eventually(async () => (await countWaiting()) > 0);
    await holder.query('select 1 from member where id = $1 for update', [rower.memberId]).then(
      () => holder.query('commit'),
      () => holder.query('rollback'),
    );
    return await running;
  } finally {
    holder.release();
  }
}
