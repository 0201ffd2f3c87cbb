import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { createSecretKey } from '../../server/membership/administration/secret-keys.ts';
import { createDatabase } from '../../server/platform/database/database.ts';
import type { Ground } from '../ground.ts';
import { measure, median, type Measured, type Shot } from '../membership/load.ts';
import { password } from '../membership/seed.ts';
import { useOf } from '../processor-time.ts';
import { bearer, get, post } from '../requests.ts';
import { judge, type Table } from '../table.ts';
import { emailOf, idOf, seed, siteId, tokenOf, type Size } from './seed.ts';

/** Options of the growth benchmark. */
export interface GrowthOptions {
  seconds: number;
  rounds: number;
  /** Members of the large database; each has five sessions. */
  members: number;
  /** Told before each step. */
  say(step: string): void;
}

const sessionsEach = 5;
const smallMembers = 5_000;
/** The 95th percentile with all members over that with few. */
const mostGrowth = 2;
/** Few: more of them would wait for one another, and the wait would hide what a call costs. */
const connections = 4;

/** A load with PostgreSQL's processor time for each answer, which other work on the machine changes least. */
interface Costly extends Measured {
  databaseMs: number;
}

/** The same product on a database of some size. */
interface Grown {
  url: string;
  size: Size;
  /** Key of the site's own server. */
  secretKey: string;
  /** Place of the member in the middle of the site's list. */
  middle: number;
}

/** Measures every call of the benchmark with few members and with many, in turns. */
export async function measureGrowth(ground: Ground, options: GrowthOptions): Promise<Table[]> {
  const { members, rounds, seconds, say } = options;
  const few = await grow(ground, 'few', { members: smallMembers, sessionsEach });
  say(`inserting ${members} members with ${sessionsEach} sessions each`);
  const many = await grow(ground, 'many', { members, sessionsEach });
  const table: Table = {
    title: `95th percentile in ms with ${describe(few.size)}, and with ${describe(many.size)} (median of ${rounds} rounds of ${seconds} s, in turns)`,
    columns: ['call', 'few', 'many', 'ratio', 'few a second', 'many a second', 'PostgreSQL ms few', 'many', 'failed'],
    rows: [],
    verdicts: [],
  };
  const ratios: { name: string; ratio: number }[] = [];
  let allFailed = 0;
  for (const name of Object.keys(callsOf(few))) {
    say(name);
    const results: { few: Costly; many: Costly }[] = [];
    const shootAt = async (grown: Grown, length: number): Promise<Costly> => {
      const load = { url: grown.url, seconds: length, connections, shoot: callsOf(grown)[name]! };
      const { result, used } = await useOf([], ground.postgresPid, () => measure(load));
      return { ...result, databaseMs: (used.database * 1_000) / (result.perSecond * length) };
    };
    for (const grown of [few, many]) await shootAt(grown, 1);
    for (let round = 0; round < rounds; round++)
      results.push({ few: await shootAt(few, seconds), many: await shootAt(many, seconds) });
    const middle = (of: (each: (typeof results)[number]) => number) => median(results.map(of));
    const [fewMs, manyMs] = [middle((each) => each.few.p95Ms), middle((each) => each.many.p95Ms)];
    ratios.push({ name, ratio: manyMs / fewMs });
    const failed = results.reduce((sum, each) => sum + each.few.failed + each.many.failed, 0);
    allFailed += failed;
    table.rows.push([
      name,
      fewMs.toFixed(1),
      manyMs.toFixed(1),
      (manyMs / fewMs).toFixed(2),
      Math.round(middle((each) => each.few.perSecond)),
      Math.round(middle((each) => each.many.perSecond)),
      middle((each) => each.few.databaseMs).toFixed(2),
      middle((each) => each.many.databaseMs).toFixed(2),
      failed,
    ]);
  }
  const worst = ratios.toSorted((one, other) => other.ratio - one.ratio)[0]!;
  table.verdicts.push(
    judge(
      `largest growth of a 95th percentile: ${worst.ratio.toFixed(2)} (${worst.name}), goal at most ${mostGrowth}`,
      {
        isMet: worst.ratio <= mostGrowth,
        failed: allFailed,
      },
    ),
  );
  return [table];
}

const describe = ({ members, sessionsEach: each }: Size) =>
  `${members.toLocaleString('en')} members and ${(members * each).toLocaleString('en')} sessions`;

async function grow(ground: Ground, name: string, size: Size): Promise<Grown> {
  const databaseUrl = await ground.newDatabase(`growth_${name}`);
  // The product declares the site before its members come.
  const { url } = await ground.startProduct(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await seed(pool, size);
  const { key } = await createSecretKey(createDatabase(pool), {
    site: { id: siteId, mode: 'sandbox' },
    label: 'benchmark',
    actor: 'benchmark',
  });
  const { rows } = await pool.query<{ list_order: string }>('select list_order from member where id = $1', [
    idOf(Math.ceil(size.members / 2)),
  ]);
  await pool.end();
  return { url, size, secretKey: key, middle: Number(rows[0]!.list_order) };
}

const publicKey = 'pk_sb_demo';

/** Calls by their names; each asks for any member or session, so that all rows of a database are in use. */
function callsOf({ size: { members, sessionsEach: each }, secretKey, middle }: Grown): Record<string, () => Shot> {
  const anyMember = () => randomInt(1, members + 1);
  const anySession = () => bearer(tokenOf(randomInt(1, members * each + 1)));
  return {
    'current member': () => get('/member', publicKey, anySession()),
    update: () => post('/member', publicKey, { customFields: { workshop: randomUUID() } }, anySession()),
    'log-in': () => post('/auth/login', publicKey, { email: emailOf(anyMember()), password }),
    'sign-up': () => post('/auth/signup', publicKey, { email: `new-${randomUUID()}@example.org`, password }),
    'own sessions': () => get('/member/sessions', publicKey, anySession()),
    'list of members': () => get('/admin/members', secretKey),
    'list, newest first': () => get('/admin/members?order=DESC', secretKey),
    'list from the middle': () => get(`/admin/members?after=${middle}`, secretKey),
    'search by address': () => get(`/admin/members/${encodeURIComponent(emailOf(anyMember()))}`, secretKey),
    'sessions of a member': () => get(`/admin/members/${idOf(anyMember())}/sessions`, secretKey),
  };
}
