import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildSignedIn } from '../../../testing/crews.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { SiteDeclaration } from '../../declaration/site-declaration.ts';
import { addFreePlan, freePlansTurn, takeFreePlans } from './free-plans.ts';
import { lockPlaces } from './places.store.ts';
import { createDatabase, transaction } from '../../../platform/database/database.ts';

const plan = (name: string, adds: string) => ({
  id: `pln_duet_${name}`,
  name,
  rules: { memberLimit: 1_000, onJoin: { addPlans: [`pln_duet_${adds}`] } },
});
/** Each of its two plans brings the other one. */
const duetSite = SiteDeclaration.parse({
  id: 'app_duet',
  publicKey: 'pk_sb_duet',
  name: 'Harbour Duets',
  mode: 'sandbox',
  origins: [],
  fields: [],
  plans: [
    plan('alto', 'tenor'),
    plan('tenor', 'alto'),
    { id: 'pln_duet_board', name: 'board', rules: { memberLimit: 10, restrictToAdmin: true } },
    { id: 'pln_duet_guest', name: 'guest', rules: { onJoin: { addPlans: ['pln_duet_alto'] } } },
  ],
  contentGroups: [],
  passwordless: { enabled: true, isDefault: false },
  allowMemberSelfDelete: true,
  captchaRequired: false,
  ssoSignupButtonUrl: null,
  isPaid: true,
  dictionary: {},
});
const [alto, tenor] = ['pln_duet_alto', 'pln_duet_tenor'];

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, duetSite, product.services.keys);
});
afterAll(() => product.stop());

const buildMember = async () => (await buildSignedIn(product.database.pool, duetSite.id)).memberId;
const findSite = () => product.services.sites.get(duetSite.id);
const join = async (memberId: string, planId: string, { services } = product) =>
  addFreePlan(services, { site: await findSite(), memberId, planId });

/** A connection that has locked the places of a plan. */
async function holdPlaces(planId: string) {
  const holder = await product.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from plan where id = $1 for no key update', [planId]);
  return {
    lock: (other: string) => holder.query('select from plan where id = $1 for no key update', [other]),
    async release() {
      await holder.query('rollback');
      holder.release();
    },
  };
}

const isLocked = async (planId: string) =>
  product.database.pool.query('select from plan where id = $1 for no key update nowait', [planId]).then(
    () => false,
    (error: { code?: string }) => error.code === '55P03',
  );
const waiting = async () => {
  const { rows } = await product.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};
test('the places of a plan and of those that it adds are locked in the order of their ids', async () => {
  const memberId = await buildMember();
  const held = await holdPlaces(alto);
  const joining = join(memberId, tenor);
  await eventually(async () => (await waiting()) > 0);
  expect(await isLocked(alto)).toBe(true);
  expect(await isLocked(tenor)).toBe(false);
  await held.release();
  await joining;
});

test('so are those that one sign-up asks for', async () => {
  const memberId = await buildMember();
  const held = await holdPlaces(alto);
  const site = await findSite();
  const taking = transaction(product.services.db, (tx) =>
    takeFreePlans(product.services, tx, { site, memberId, planIds: [tenor, alto] }),
  );
  await eventually(async () => (await waiting()) > 0);
  expect(await isLocked(tenor)).toBe(false);
  await held.release();
  await taking;
});

test('a sign-up that asks for a plan of the administration does not wait for its places', async () => {
  const memberId = await buildMember();
  const held = await holdPlaces('pln_duet_board');
  const site = await findSite();
  const taking = transaction(product.services.db, (tx) =>
    takeFreePlans(product.services, tx, { site, memberId, planIds: ['pln_duet_board', tenor] }),
  );
  try {
    const refused = join(await buildMember(), 'pln_duet_board');
    await expect(refused).rejects.toMatchObject({ code: 'plan-restricted-to-admin' });
    await taking;
  } finally {
    await held.release();
  }
});

test('what locks places queues for the first of them, also for one that a plan without a limit adds', async () => {
  const site = await findSite();
  const turnOf = (...planIds: string[]) => freePlansTurn(site, planIds, { email: 'a@b.example', verified: true });
  expect(turnOf('pln_duet_guest')).toEqual({ turn: `plan ${alto}` });
  expect(turnOf(tenor)).toEqual({ turn: `plan ${alto}` });
  expect(turnOf('pln_duet_board')).toEqual({});
});

test('two plans that add one another are joined at once without a deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 40 }, buildMember));
  // As many at a time as there are connections: others would wait for one, on a busy machine too long.
  const atOnce = product.database.productPool.options.max;
  // A deadlock is retried. The database's own count of deadlocks comes a second or more late. Counted apart from what
  // jobs do meanwhile.
  const db = createDatabase(product.database.productPool);
  const tries = vi.spyOn(db, 'transaction');
  const counted = { ...product, services: { ...product.services, db } };
  for (let done = 0; done < members.length; done += atOnce)
    await Promise.all(
      members.slice(done, done + atOnce).map((memberId, at) => join(memberId, at % 2 === 0 ? alto : tenor, counted)),
    );
  const { rows } = await product.database.pool.query(
    'select from plan_connection where member_id = any($1) and status = $2',
    [members, 'ACTIVE'],
  );
  expect(rows).toHaveLength(80);
  expect(tries).toHaveBeenCalledTimes(members.length);
});

test('a deadlock of two that lock them in opposite orders is tried again', async () => {
  const tries = vi.spyOn(product.services.db, 'transaction');
  const both = Promise.withResolvers<void>();
  let waitingForBoth = 2;
  const lockInOrder = (ids: string[]) =>
    transaction(product.services.db, async (tx) => {
      await lockPlaces(tx, [ids[0]!]);
      if (--waitingForBoth === 0) both.resolve();
      await both.promise;
      await lockPlaces(tx, [ids[1]!]);
    });
  await Promise.all([lockInOrder([alto, tenor]), lockInOrder([tenor, alto])]);
  // One of them again, or each once where both noticed.
  expect(tries.mock.calls.length).toBeGreaterThan(2);
  tries.mockRestore();
});
