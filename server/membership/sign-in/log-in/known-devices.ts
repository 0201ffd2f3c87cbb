import type { Database } from '../../../platform/database/database.ts';
import { type Cookies, type OwnCookie, readCookie } from '../../../platform/http/cookies.ts';
import { type Credentials, findCredentials, findMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { findSession } from '../../sessions/sessions.ts';

/**
 * A device that somebody has signed in on before. While strangers guess at an account and are made to wait, its owner's
 * devices are counted by themselves and go on working (the device cookies OWASP describes). The cookie opens nothing.
 */
const name = { secure: '__Host-intake-device', plain: 'intake_device' } as const;
const seconds = 180 * 24 * 60 * 60;
const purpose = 'known-device';

/** With another password nobody is known any more: whoever held the account before may not be its owner. */
const named = ({ id, passwordHash }: Credentials) => `${id}\0${passwordHash ?? ''}`;

/**
 * The cookie by which a device of our own pages is known later. It lasts half a year, beyond log-out.
 *
 * @throws Error when there is no such member
 */
export async function deviceCookie(services: Services, db: Database, memberId: string): Promise<OwnCookie> {
  const member = await findCredentials(services, db, { memberId });
  if (!member) throw new Error(`There is no member ${memberId}.`);
  const value = services.keys.sign(purpose, named(member)).toString('base64url');
  return { name, value, seconds };
}

/** What a log-in carries that may show the device. */
export interface DeviceTraces {
  site: Site;
  /** The account it is about, in its canonical form. */
  email: string;
  cookies: Cookies;
  /** A session that runs on the device. */
  sessionToken: string | undefined;
}

/** Whether somebody has signed in to this account on this device: its cookie says so, or its running session. */
export async function isKnownDevice(services: Services, traces: DeviceTraces): Promise<boolean> {
  return (await hasCookie(services, traces)) || (await hasSession(services, traces));
}

async function hasCookie(services: Services, { site, email, cookies }: DeviceTraces): Promise<boolean> {
  const shown = readCookie(services.appUrl, name, cookies);
  if (shown === undefined) return false;
  const member = await findCredentials(services, services.db, { siteId: site.id, email });
  return member !== undefined && services.keys.matches(purpose, named(member), Buffer.from(shown, 'base64url'));
}

async function hasSession(services: Services, { site, email, sessionToken }: DeviceTraces): Promise<boolean> {
  if (sessionToken === undefined) return false;
  const session = await findSession(services.db, site.id, sessionToken);
  const member = session && (await findMember(services, services.db, session.memberId));
  return member?.email === email;
}
