import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Member } from '../../contract/members.ts';
import type { Auth } from '../../contract/sign-in.ts';
import { createMembership, type Membership, type MembershipOptions } from '../membership/index.ts';
import type { Services } from '../membership/services.ts';
import { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import { createSites } from '../membership/sites/sites.ts';
import { createClock } from '../platform/clock.ts';
import { createReports } from '../platform/database/reports.ts';
import { createFiles } from '../platform/files/file-store.ts';
import { createRateLimits } from '../platform/http/limits.ts';
import { refuseOtherMethods } from '../platform/http/methods.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Http } from '../platform/http/typed.ts';
import { createImages } from '../platform/files/images.ts';
import { startJobs } from '../platform/job-lanes.ts';
import { createKeys, newId, randomToken, type Keys } from '../platform/keys.ts';
import { createLog, type Log } from '../platform/log.ts';
import { readBody } from '../platform/mail.ts';
import { createOutbound, type Outbound } from '../platform/outbound.ts';
import type { Platform } from '../platform/platform.ts';
import { defaultRetention } from '../platform/retention.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { declareSite } from './declare-site.ts';
import { forgetMails, letMailboxesRest } from './mailboxes.ts';
import { eventually, randomAddress } from './product.ts';

/** What a call answered. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The body as JSON. */
  json: any;
  data: any;
  error: { code: string; message: string; field?: string };
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  /** The client address limits count against; another one each time unless given. */
  from?: string;
}

export interface TestMail {
  kind: string;
  subject: string;
  text: string;
  html: string;
}

export interface TestMember {
  email: string;
  password: string;
  token: string;
  member: Member;
}

export interface TestMembership {
  app: Http;
  appUrl: string;
  database: TestDatabase;
  membership: Membership;
  /** What rules take that no address leads to. */
  services: Services;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** A member who signed up with a password and has not proved the address. */
  buildMember(options?: { proved?: boolean; headers?: Record<string, string> }): Promise<TestMember>;
  /** All mails to an address, the oldest first, once nothing that is due waits to be made. */
  mailsTo(email: string): Promise<TestMail[]>;
  /** The six digits of the newest mail of a kind. */
  codeFor(email: string, kind: string): Promise<string>;
  /** The token in the link of the newest mail of a kind. */
  linkTokenFor(email: string, kind: string): Promise<string>;
  /** Asks for a code and reads it, whatever was mailed before. */
  freshCode(email: string, purpose: 'reset' | 'login' | 'signup', from?: string): Promise<FreshCode>;
  /** Makes the mails that wait for their time due now. */
  hurryMails(): Promise<void>;
  /** Lets a mailbox take mails again, as if the time had passed. */
  forgetMailLimits(): Promise<void>;
  stop(): Promise<void>;
}

export interface FreshCode {
  code: string;
  context: string;
}

const sendPaths = {
  reset: '/auth/send-reset-password-email',
  login: '/auth/passwordless/login/send',
  signup: '/auth/passwordless/signup/send',
};

export const goodPassword = 'slow-river-lantern-42';
export const newEmail = (): string => `${newId('m')}@example.org`;

/** A site on the internet, with pages of its own and no test mode. */
export const liveSite = SiteDeclaration.parse({
  id: 'app_live',
  publicKey: 'pk_live',
  name: 'Harbour Club',
  mode: 'live',
  origins: ['https://club.example', 'https://www.club.example:8443'],
  fields: [{ key: 'nickname', label: 'Nickname' }],
  plans: [],
  contentGroups: [],
  authProviders: [],
  passwordless: { enabled: false, isDefault: false },
  allowMemberSelfDelete: false,
  captchaRequired: false,
  ssoSignupButtonUrl: null,
  ssoText: { login: 'Log in with your club card' },
  isPaid: true,
  dictionary: {},
});

interface TestMembershipOptions {
  appUrl?: string;
  log?: Log;
  outbound?: Outbound;
  filesUrl?: string;
  /** What another domain has to say about members. */
  optionsFor?: (platform: Platform, membership: () => Membership) => MembershipOptions;
}

/** Membership alone, on a database of its own. Mails stay in the outbox, where tests read them. */
export async function startTestMembership({
  appUrl = 'http://localhost:4000',
  log = createLog('silent'),
  outbound = createOutbound({ reachesOwnMachine: true }),
  filesUrl,
  optionsFor = () => ({}),
}: TestMembershipOptions = {}): Promise<TestMembership> {
  const database = await createTestDatabase();
  const dataDir = join(tmpdir(), newId('intake-test-'));
  const platform: Platform = {
    db: database.db,
    reports: createReports(database.db, undefined),
    clock: createClock(),
    keys: createKeys([randomToken()]),
    limits: createRateLimits(database.productPool),
    // Nothing here takes money.
    cards: undefined as never,
    log,
    outbound,
    files: createFiles({ dataDir, filesUrl }, log),
    images: createImages(log),
    retention: defaultRetention,
    production: false,
    appUrl,
    uploadsUrl: appUrl,
  };
  await declareSite(database.db, liveSite, platform.keys);
  const membership: Membership = createMembership(
    platform,
    optionsFor(platform, () => membership),
  );
  await membership.seed({ demonstration: false });
  const app = createHttpServer({ log, trustedProxies: ['127.0.0.0/8'] });
  const refuseMethods = refuseOtherMethods(app);
  membership.routes(app);
  await app.after();
  refuseMethods();
  await app.ready();
  const jobs = await startJobs(database.workersPool, database.db, membership.jobs(), createLog('silent'));
  return {
    ...createTestCalls(app, database, platform.keys),
    app,
    appUrl,
    database,
    membership,
    services: { ...platform, sites: createSites(platform.db, appUrl) },
    async stop() {
      await app.close();
      await jobs.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type TestCalls = Omit<TestMembership, 'app' | 'appUrl' | 'database' | 'membership' | 'services' | 'stop'>;

function createTestCalls(app: Http, database: TestDatabase, keys: Keys): TestCalls {
  const call: TestCalls['call'] = async (method, path, { token, body, headers = {}, from = randomAddress() } = {}) => {
    const sent = { 'x-api-key': 'pk_sb_demo', 'x-forwarded-for': from, ...headers };
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: Object.fromEntries(
        Object.entries({
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...sent,
        }).filter(([, value]) => value !== undefined),
      ),
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const json = isJson ? JSON.parse(answer.payload) : undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      json,
      data: json?.data,
      error: json?.error,
    };
  };
  const post: TestCalls['post'] = (path, body, options) => call('POST', path, { body, ...options });

  const mailsTo = async (email: string): Promise<TestMail[]> => {
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
         where identifier like 'mail-%' and (run_at <= now() or attempts > 0) limit 1`,
      );
      return rows.length === 0;
    });
    const { rows } = await database.pool.query(
      'select kind, subject, body_text, body_html, sealed_body from mail_outbox where recipient = $1 order by created_at, id',
      [email],
    );
    return rows.map(({ kind, subject, ...body }) => ({ kind, subject, ...readBody(keys, body) }));
  };
  const newest = async (email: string, kind: string): Promise<TestMail> => {
    const mail = (await mailsTo(email)).findLast((each) => each.kind === kind);
    if (!mail) throw new Error(`no mail of kind ${kind} to ${email}`);
    return mail;
  };
  const codeFor = async (email: string, kind: string) => /\b\d{6}\b/.exec((await newest(email, kind)).text)![0];
  const hurryMails = async () => {
    await mailsTo('');
    await letMailboxesRest(database, 31);
    await database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where task_id in
         (select id from graphile_worker._private_tasks where identifier like 'mail-%')`,
    );
  };
  const forgetMailLimits = () => forgetMails(database);

  return {
    call,
    post,
    mailsTo,
    hurryMails,
    codeFor,
    forgetMailLimits,
    linkTokenFor: async (email, kind) => /token=([\w-]+)/.exec((await newest(email, kind)).text)![1]!,
    async freshCode(email, purpose, from) {
      await forgetMailLimits();
      const asked = await post(sendPaths[purpose], { email }, from === undefined ? {} : { from });
      return { code: await codeFor(email, `${purpose}-code`), context: asked.json.context };
    },
    async buildMember({ proved = false, headers = {} } = {}) {
      const email = newEmail();
      const answer = await post('/auth/signup', { email, password: goodPassword }, { headers });
      if (answer.status !== 200) throw new Error(`sign-up answered ${answer.text}`);
      const { member, tokens } = answer.data as Auth;
      if (proved) await database.pool.query('update member set verified = true where id = $1', [member.id]);
      return { email, password: goodPassword, token: tokens?.accessToken ?? '', member };
    },
  };
}
