import { isBeingBought } from '../enrolment/catalogue/cohorts.store.ts';
import { createSecretKey } from '../membership/administration/secret-keys.ts';
import { countHoldings, countMoneyUnderWay } from '../membership/administration/site-removal.store.ts';
import { listLiveSitesWithTests, listPurchases } from '../membership/plans/billing/due-plans.store.ts';
import { listAwaitedTestCheckouts } from '../membership/plans/checkouts/checkouts.store.ts';
import { readMembers } from '../membership/administration/member-files/export-members.ts';
import { findFiled } from '../membership/administration/member-files/member-files.store.ts';
import { createSites } from '../membership/sites/sites.ts';
import { transaction } from '../platform/database/database.ts';
import { createReports } from '../platform/database/reports.ts';
import { addLoneJob } from '../platform/jobs.ts';
import { createBuying } from './buying.ts';
import { callsOf, createCrews } from './crews.ts';
import { createBuyers } from './plan-buyers.ts';
import { planSite } from './plan-site.ts';
import { eventually, type Answer, type Student, type TestProduct } from './product.ts';
import { teamSite } from './team-site.ts';
import { named } from './workers.ts';

/** Fails where an answer is not the wanted one: a refused call sends few of its statements. */
async function must(asked: Promise<Pick<Answer, 'status'>>, status = 200): Promise<any> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`answered ${JSON.stringify(answer)}`);
  return 'body' in answer ? (answer as Answer).body?.data : answer;
}

/** Does with a product what visitors, members, sites' servers, staff and its own schedules do, each once and successfully. */
export async function useEverything(product: TestProduct): Promise<void> {
  await signInEveryWay(product);
  await Promise.all([
    comment(product),
    buySeats(product),
    shareTeams(product),
    administer(product),
    askAdvisors(product),
  ]);
  await moveMembers(product);
  await buyPlans(product);
  await askAboutSites(product);
  await runJobs(product);
  await fetch(`${product.url}/metrics`);
}

const mailed = async (product: TestProduct, email: string, pattern: RegExp): Promise<string> => {
  let found: string | undefined;
  await eventually(async () => {
    const { body } = await product.call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`);
    found = body.map(({ text }: { text: string }) => pattern.exec(text)?.[1]).find(Boolean);
    return found !== undefined;
  });
  await product.call('DELETE', '/dev/mail.json');
  return found!;
};

async function signInEveryWay(product: TestProduct): Promise<void> {
  const { call } = product;
  const [email, password] = [`everything-${Date.now()}@example.org`, 'slow-river-lantern-42'];
  const { tokens } = await must(call('POST', '/auth/signup', { body: { email, password } }));
  await mailed(product, email, /(https?:\/\/\S+)/);
  await must(call('POST', '/auth/login', { body: { email, password } }));
  await call('POST', '/auth/login', { body: { email, password: 'wrong-river-42' } });
  const token: string = tokens.accessToken;
  await must(call('GET', '/member', { token }));
  await must(call('GET', '/member/sessions', { token }));
  await must(call('POST', '/member', { token, body: { customFields: { 'first-name': 'Ana' } } }));
  await must(call('POST', '/member/json', { token, body: { json: { any: 1 } } }));
  await must(call('GET', '/member/json', { token }));
  // A proof gives a new token.
  const proved = await must(call('POST', '/member/prove', { token, body: { password } }));
  const as = { token: proved.tokens.accessToken as string };
  await call('POST', '/member/verify-email/send', as);
  await call('POST', '/auth/send-email-verification', as);
  await call('POST', '/auth/passwordless/login/send', { body: { email } });
  await call('POST', '/auth/passwordless/login', { body: { email, passwordlessToken: '000000' } });
  await call('POST', '/auth/send-reset-password-email', { body: { email } });
  await call('POST', '/auth/reset-password', { body: { email, token: '000000', newPassword: password } });
  await call('POST', '/page-view', { body: { data: { sessionData: {} } } });
  await fetch(`${product.url}/auth-provider/login?provider=local&publicKey=pk_sb_demo`);
  await must(call('POST', '/member/sessions/end-others', as));
  await must(call('POST', '/member/logout', as));
}

async function comment(product: TestProduct): Promise<void> {
  const { buildRower } = createCrews({ call: callsOf(product), pool: product.database.pool });
  const [one, other] = [await buildRower(teamSite), await buildRower(teamSite)];
  const channelKey = 'regatta';
  const post = await must(one.post('/comments/posts', { channelKey, content: 'Who rows?' }));
  const id = post.data.id;
  const reply = await must(other.post('/comments/threads', { postId: id, content: 'I do' }));
  await must(other.post(`/comments/posts/${id}/vote`, { vote: 'UP' }));
  await must(one.post(`/comments/threads/${reply.data.id}/vote`, { vote: 'UP' }));
  await must(one.post('/comments/channels/manage-subscription', { channelKey, action: 'THREADS_ONLY' }));
  await must(one.post('/comments/posts/typing', { channelKey }));
  await must(one.get(`/comments/posts?channelKey=${channelKey}`));
  await must(one.get(`/comments/threads?postId=${id}`));
  await must(one.get(`/comments/channels/info?channelKey=${channelKey}`));
  await must(other.delete());
}

async function shareTeams(product: TestProduct): Promise<void> {
  const { buildRower, buildOwner } = createCrews({ call: callsOf(product), pool: product.database.pool });
  const [owner, rower] = [await buildOwner('crew'), await buildRower()];
  await must(rower.join(owner));
  await must(rower.get('/member'));
  await must(owner.remove(rower));
  await must(owner.renewInvite());
  await must(owner.post('/member/plans/remove', { planId: 'pln_rowing_crew' }));
}

async function buySeats(product: TestProduct): Promise<void> {
  const buying = createBuying(() => product);
  const { student, url } = await buying.enrolled();
  await buying.confirm(student, url);
  const [changing, cohortId] = [await product.buildStudent(), await product.buildCohort(30)];
  await must(buying.checkout(changing, cohortId));
  await must(buying.checkout(changing, cohortId, { paymentType: 'deposit' }));
  await must(changing.post('/enrolment/checkout/cancel', {}));
  const unproved = await product.buildStudent({ proved: false });
  await must(buying.checkout(unproved, cohortId));
  await must(product.call('GET', '/enrolment/catalogue?partner=uts'));
  // As staff do who change a first day.
  await transaction(product.database.db, (tx) => isBeingBought(tx, cohortId));
  await deleteAccount(product, changing);
}

const deleteAccount = (product: TestProduct, { token }: Student) => product.call('DELETE', '/member', { token });

async function buyPlans(product: TestProduct): Promise<void> {
  const { buildPayer, buildBuyer } = createBuyers(() => product);
  await buildPayer('monthly', 'singer');
  await buildPayer('season', 'season');
  const buyer = await buildBuyer();
  await must(buyer.checkout('benefactor'));
  await must(buyer.checkout('monthly', { couponId: 'LAST' }));
  await must(buyer.post('/member/plans/add', { planId: 'pln_choir_few' }));
  await must(buyer.post('/member/plans/add', { planId: 'pln_choir_bringing' }));
  await buyer.post('/member/create-billing-portal-session', { returnUrl: 'https://choir.example/plans' });
}

async function askAdvisors({ call, buildStudent }: TestProduct): Promise<void> {
  const person = { firstName: 'Ana', lastName: 'Silva', phone: '021 555 0100', partner: 'uts' };
  const email = `lead-${Date.now()}@example.org`;
  await call('POST', '/enrolment/leads', { body: { ...person, email, course: 'data' } });
  const student = await buildStudent();
  await student.post('/enrolment/support-requests', {
    ...person,
    email: student.email,
    message: 'Help me',
    topic: 'other',
  });
  await student.post('/enrolment/resume', { at: 'enrol' });
}

async function administer({ call, database }: TestProduct): Promise<void> {
  const site = await createSites(database.db, 'http://localhost').get('app_enrolment');
  const { key } = await createSecretKey(database.db, { site, label: 'everything', actor: 'a test' });
  const headers = { 'x-api-key': key };
  const ask = (method: string, path: string, body?: unknown) => call(method, path, { headers, body });
  const email = `made-${Date.now()}@example.org`;
  const { id } = await must(ask('POST', '/admin/members', { email }));
  for (const query of ['limit=10', 'limit=10&order=DESC', 'after=5', 'limit=1'])
    await must(ask('GET', `/admin/members?${query}`));
  for (const member of [id, encodeURIComponent(email)]) await must(ask('GET', `/admin/members/${member}`));
  await must(ask('PATCH', `/admin/members/${id}`, { metaData: { any: 1 } }));
  await must(ask('GET', `/admin/members/${id}/sessions`));
  await must(ask('GET', '/admin/app'));
  await must(ask('GET', '/admin/page-counts?from=2026-11-01&to=2026-11-20'));
  for (const query of ['', '?state=waiting', '?limit=5']) await must(ask('GET', `/admin/webhooks/deliveries${query}`));
  await must(ask('DELETE', `/admin/members/${id}/sessions`));
  await must(ask('DELETE', `/admin/members/${id}`));
}

/** Members as files, in and out. */
async function moveMembers({ database: { db } }: TestProduct): Promise<void> {
  const filters = [{}, { verified: true }, { planId: 'pln_any' }, { field: { key: 'any', value: 'any' } }];
  for (const filter of [...filters, { since: new Date(0) }])
    for await (const page of readMembers(
      { db, reports: createReports(db, undefined) },
      'members export-all',
      'app_enrolment',
      filter,
    ))
      await findFiled(
        db,
        'app_enrolment',
        page.map(({ email }) => email),
      );
}

/** What staff ask before a site is removed, and jobs about sites that go live, which no site here does. */
async function askAboutSites({ database: { db } }: TestProduct): Promise<void> {
  const siteId = planSite.id;
  await countHoldings(db, siteId);
  await countMoneyUnderWay(db, siteId);
  await listAwaitedTestCheckouts(db, siteId);
  await listPurchases(db, { siteId, live: false });
  await listLiveSitesWithTests(db);
}

/** Every job that runs by itself, and whatever it queues. */
async function runJobs({ database: { db, pool } }: TestProduct): Promise<void> {
  // Rare counts are merged once their day is over.
  await pool.query(`insert into page_count values ('app_enrolment', current_date - 1, 'path', '/rare', 1)`);
  const { rows } = await pool.query<{ name: string }>(
    'select identifier as name from graphile_worker._private_known_crontabs',
  );
  for (const { name } of rows) await addLoneJob(db, named(name, { lane: 'upkeep' }), {}, { key: 'everything' });
  await eventually(async () => {
    const waiting = await pool.query(
      `select 1 from graphile_worker._private_jobs where key like '%-everything' and attempts < max_attempts`,
    );
    return waiting.rows.length === 0;
  });
}
