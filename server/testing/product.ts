import { randomBytes, randomInt } from 'node:crypto';
import type { SiteDeclaration } from '../membership/declaration/site-declaration.ts';
import { readEnv } from '../platform/env.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createProduct, type Product } from '../product.ts';
import { ask } from './ask.ts';
import { insertCohort } from './cohorts.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { declareSite } from './declare-site.ts';
import { freePort } from './free-port.ts';
import { untilNotBusy } from './until-not-busy.ts';

export { eventually } from './eventually.ts';
export { freePort };

/** A call as a browser client makes it; anything but 2xx is an answer too. */
export interface Answer {
  status: number;
  body: any;
  headers: Headers;
}

export interface Student {
  email: string;
  memberId: string;
  token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

export interface TestProduct {
  url: string;
  database: TestDatabase;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /**
   * A member of the portal; pre-approved and of a proved address unless told otherwise.
   *
   * @param options.from the client address of all their calls; another one for each unless given
   */
  buildStudent(options?: { preapproved?: boolean; proved?: boolean; from?: string }): Promise<Student>;
  /** An open cohort with so many seats. Returns its id. */
  buildCohort(seats: number): Promise<string>;
  /** Pays a checkout on the hosted page. */
  pay(checkoutUrl: string, card?: string): Promise<Answer>;
  stop(): Promise<void>;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export const cards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  settlesLater: '4000002500001001',
  failsLater: '4000002500001002',
  refundFails: '4000000000005126',
  refundPending: '4000000000007726',
};

interface TestProductOptions {
  sites?: readonly SiteDeclaration[];
  envFor?: (port: number) => Record<string, string>;
  log?: Log;
}

/**
 * The whole product on a port and a database of its own.
 *
 * @param sites declared beside those of a fresh installation
 * @param envFor more of its environment, by the port it has
 * @param log where it writes; nowhere unless given
 */
export async function startTestProduct({
  sites = [],
  envFor = () => ({}),
  log = createLog('silent'),
}: TestProductOptions = {}): Promise<TestProduct & Pick<Product, 'linkDemoSite'>> {
  const database = await createTestDatabase();
  for (const site of sites) await declareSite(database.db, site);
  const port = await freePort();
  const env = readEnv({
    ...database.variables,
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...envFor(port),
  });
  const product = await createProduct(env, database.url, log);
  await product.app.listen({ port, host: '127.0.0.1' });
  return {
    ...createTestClient(`http://127.0.0.1:${port}`, database),
    linkDemoSite: product.linkDemoSite,
    async stop() {
      await product.stop();
      await database.drop();
    },
  };
}

/** The same calls against a product that runs elsewhere, in another process say. */
export function createTestClient(url: string, database: TestDatabase): Omit<TestProduct, 'stop'> {
  const call = async (
    method: string,
    path: string,
    { token, body, headers = {} }: CallOptions = {},
  ): Promise<Answer> => {
    const answer = await ask(url + path, {
      method,
      headers: {
        'x-api-key': 'pk_sb_enrolment',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, text } = answer;
    // A proxy's own answers are pages.
    const isJson = text !== '' && answer.headers.get('content-type')?.startsWith('application/json');
    return { status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    url,
    database,
    call,
    async buildStudent({ preapproved = true, proved = true, from = randomAddress() } = {}) {
      const headers = { 'x-forwarded-for': from };
      const email = `student-${randomBytes(6).toString('hex')}@example.org`;
      const wanted = {
        email,
        password: `Correct-horse-${randomBytes(4).toString('hex')}`,
        customFields: { 'first-name': 'Ana', 'last-name': 'Silva' },
      };
      const signedUp = await untilNotBusy(() => call('POST', '/auth/signup', { body: wanted, headers }));
      if (signedUp.status !== 200)
        throw new Error(`sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`);
      const token: string = signedUp.body.data.tokens.accessToken;
      const student: Student = {
        email,
        token,
        memberId: signedUp.body.data.member.id,
        get: (path) => call('GET', path, { token, headers }),
        post: (path, body) => call('POST', path, { token, body, headers }),
      };
      if (proved) await database.pool.query('update member set verified = true where id = $1', [student.memberId]);
      if (preapproved) {
        const checked = await untilNotBusy(() =>
          student.post('/enrolment/eligibility', {
            firstName: 'Ana',
            lastName: 'Silva',
            phone: '021 555 0100',
            course: 'data',
            educationLevel: 'level7',
          }),
        );
        if (checked.status !== 200) throw new Error(`the check answered ${checked.status}`);
      }
      return student;
    },
    async buildCohort(seats) {
      return insertCohort(database.pool, { capacity: seats });
    },
    async pay(checkoutUrl, card = cards.success) {
      const page = new URL(checkoutUrl);
      return call('POST', page.pathname, { body: { number: card, expiry: '12 / 34', cvc: '123', name: 'Ana Silva' } });
    },
  };
}

/** Another visitor each time, so that limits per address stay out of the way of tests about something else. */
export const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
