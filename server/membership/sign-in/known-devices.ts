import { formatCookie, readCookie } from '../../platform/http/cookies.ts';
import { findMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { findSession } from './sessions.ts';

/**
 * A device that somebody has signed in on before. While strangers guess at an account and are made to wait, its owner's
 * devices are counted by themselves and go on working (the device cookies OWASP describes). The cookie opens nothing.
 */
const name = { secure: '__Host-intake-device', plain: 'intake_device' } as const;
const seconds = 180 * 24 * 60 * 60;
const purpose = 'known-device';

/** An account, whether there is one or not. */
export interface Account {
  site: Site;
  /** In its canonical form. */
  email: string;
}

const named = ({ site, email }: Account) => `${site.id}\0${email}`;

/** The Set-Cookie value by which a device of our own pages is known later. It lasts half a year, beyond log-out. */
export const deviceCookie = ({ appUrl, keys }: Services, account: Account): string =>
  formatCookie(appUrl, name, { value: keys.sign(purpose, named(account)).toString('base64url'), seconds });

/** What a log-in carries that may show the device. */
export interface DeviceTraces {
  cookie: string | undefined;
  /** A session that runs on the device. */
  sessionToken: string | undefined;
}

/** Whether somebody has signed in to this account on this device: its cookie says so, or its running session. */
export async function isKnownDevice(services: Services, account: Account, traces: DeviceTraces): Promise<boolean> {
  const shown = readCookie(services.appUrl, name, traces.cookie);
  if (shown && services.keys.matches(purpose, named(account), Buffer.from(shown, 'base64url'))) return true;
  if (traces.sessionToken === undefined) return false;
  const session = await findSession(services.db, account.site.id, traces.sessionToken);
  const member = session && (await findMember(services, services.db, session.memberId));
  return member?.email === account.email;
}
