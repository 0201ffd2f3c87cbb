import { Secret, TOTP } from 'otpauth';
import type { GivenRole } from '../staff/people/people.ts';
import { consolePath } from '../../contract/call.ts';
import { parseEmail } from '../membership/members/email-address.ts';
import { listSites } from '../membership/sites/sites.ts';
import { developmentSecret } from '../platform/development-secrets.ts';
import { createKeys, hashToken, newId, randomToken } from '../platform/keys.ts';
import { hashPassword } from '../platform/password-hashing.ts';
import { inviteStaff } from '../staff/administration/change-staff.ts';
import { ask } from './ask.ts';
import { newEmail } from './membership.ts';
import { randomAddress, type Answer, type TestProduct } from './product.ts';

export const staffPassword = 'slow-river-lantern-42';

export interface ConsoleCall {
  body?: unknown;
  /** The cookies that are sent, `name=value; …`. */
  cookie?: string | undefined;
  /** The page's origin; our own unless given, none for null. */
  origin?: string | null;
  headers?: Record<string, string>;
  /** The client address; another one each time unless given. */
  from?: string;
}

/** A person on the staff, with a session. */
export interface Employed {
  id: string;
  email: string;
  /** The cookie of a session that was proved just now. */
  cookie: string;
}

/** The console of a product, as its own page calls it. */
export interface TestConsole {
  /** Of the console's own page. */
  origin: string;
  /** @param path below `/console/api`, or the whole path */
  call(method: string, path: string, options?: ConsoleCall): Promise<Answer>;
  /** A person who has accepted their invitation, made in the database. They have a password and no second factor. */
  employ(given: Partial<GivenRole>): Promise<Employed>;
  /** Another session of a person. @param ages how long ago it began, was used and proved, in minutes */
  session(staffId: string, ages?: { begun?: number; used?: number; proved?: number }): Promise<string>;
  /** Invites somebody as the command does. @returns the link's token */
  invite(given: Partial<GivenRole>): Promise<{ id: string; email: string; token: string }>;
  /** Invites somebody who accepts with an authenticator app, all over HTTP. */
  hire(given: Partial<GivenRole>): Promise<Hired>;
}

/** A person who has accepted over HTTP. */
export interface Hired extends Employed {
  phone: Phone;
  recoveryCodes: string[];
}

/** An authenticator app. */
export interface Phone {
  /** A code that was not used yet. */
  nextCode(): Promise<string>;
}

const periodMs = 30_000;

/** @param forgetSteps lets the server take codes of earlier steps again, as if time had passed */
function createPhone(secret: string, forgetSteps: () => Promise<unknown>): Phone {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  let last = 0;
  return {
    async nextCode() {
      const now = Math.floor(Date.now() / periodMs);
      // The server takes codes of one step before and after. One of the step before is late once the step ends.
      last = Math.max(last + 1, now);
      if (last > now + 1) {
        await forgetSteps();
        last = now;
      }
      return totp.generate({ timestamp: last * periodMs });
    },
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0]!)
    .join('; ');

export const sessionCookieName = 'intake_staff';

let hashed: Promise<string> | undefined;

export function openConsole({ url, database }: Pick<TestProduct, 'url' | 'database'>): TestConsole {
  const origin = url.replace('127.0.0.1', 'localhost');
  const { db, pool } = database;

  const call: TestConsole['call'] = async (
    method,
    path,
    { body, cookie, origin: from = origin, headers, from: client = randomAddress() } = {},
  ) => {
    const answer = await ask(url + (path.startsWith('/console') ? path : consolePath + path), {
      method,
      headers: {
        'x-forwarded-for': client,
        ...(from === null ? {} : { origin: from }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { ...answer, body: isJson && answer.text !== '' ? JSON.parse(answer.text) : answer.text };
  };

  const session: TestConsole['session'] = async (staffId, { begun = 0, used = 0, proved = 0 } = {}) => {
    const token = randomToken();
    await pool.query(
      `insert into staff_session (token_hash, staff_id, way, created_at, last_used_at, proved_at, expires_at)
       values ($1, $2, 'passkey', now() - make_interval(mins => $3), now() - make_interval(mins => $4),
         now() - make_interval(mins => $5), now() + interval '12 hours' - make_interval(mins => $3))`,
      [hashToken(token), staffId, begun, used, proved],
    );
    return `${sessionCookieName}=${token}`;
  };

  const invite: TestConsole['invite'] = async ({ role = 'reader', sites = [], partners = [] }) => {
    const keys = createKeys([await developmentSecret(db, 'signing')]);
    const membership = { parseEmail, listSites: () => listSites(db) };
    const services = { db, keys, appUrl: origin, membership };
    const invited = await inviteStaff(services, { actor: 'a test' }, { email: newEmail(), role, sites, partners });
    return { id: invited.person.id, email: invited.person.email, token: invited.token };
  };

  return {
    origin,
    call,
    session,
    invite,
    async employ({ role = 'reader', sites = [], partners = [] }) {
      const person = { id: newId('stf_'), email: newEmail() };
      hashed ??= hashPassword(staffPassword, { client: 'a test', account: 'a test' });
      await pool.query(
        `insert into staff (id, email, name, role, sites, partners, password_hash, accepted_at)
         values ($1, $2, 'Test', $3, $4, $5, $6, now())`,
        [person.id, person.email, role, sites, partners, await hashed],
      );
      return { ...person, cookie: await session(person.id) };
    },
    async hire(given) {
      const { id, email, token } = await invite(given);
      const offered = await call('POST', '/invitations/authenticator', { body: { token } });
      const phone = createPhone(offered.body.data.secret, () =>
        pool.query('update authenticator_app set last_step = null where staff_id = $1', [id]),
      );
      const body = {
        token,
        name: 'Ana',
        password: staffPassword,
        factor: { way: 'authenticator', code: await phone.nextCode() },
      };
      const accepted = await call('POST', '/invitations/accept', { body });
      if (accepted.status !== 200) throw new Error(`the invitation answered ${JSON.stringify(accepted.body)}`);
      return { id, email, phone, cookie: cookiesOf(accepted), recoveryCodes: accepted.body.data.recoveryCodes };
    },
  };
}
