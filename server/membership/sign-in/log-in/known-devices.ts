import type { Database } from '../../../platform/database/database.ts';
import { deviceSeconds, isDevice, signDevice } from '../../../platform/device-cookies.ts';
import { type Cookies, type OwnCookie, readCookie } from '../../../platform/http/cookies.ts';
import { type Credentials, findCredentials, findMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Asking, SiteScope } from '../../sites/site-scope.ts';
import type { Site } from '../../sites/site.ts';
import { findSession } from '../../sessions/sessions.ts';

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): log-ins from a browser that has signed
 * in to the account before are counted apart, so that guessing by others does not lock out its owner. The cookie gives no access.
 */
const name = { secure: '__Host-intake-device', plain: 'intake_device' } as const;
const purpose = 'known-device';

/**
 * The signed text. It has the password's hash, so that a new password voids all device cookies, and a number that is raised
 * where all other sessions end. Without a password it says whether the address is proved, so that the proof voids those of an
 * account that another person made with it.
 */
const signedText = ({ id, passwordHash, wasAddressProved, deviceEpoch }: Credentials) =>
  `${id}\0${passwordHash ?? (wasAddressProved ? '' : 'unproved')}\0${deviceEpoch}`;

/**
 * The device cookie, for our own pages. It lasts half a year, beyond log-out.
 *
 * @throws Error when there is no such member
 */
export async function deviceCookie(services: Services, db: Database, memberId: string): Promise<OwnCookie> {
  const member = await findCredentials(services, db, { memberId });
  if (!member) throw new Error(`There is no member ${memberId}.`);
  return { name, value: signDevice(services, purpose, signedText(member)), seconds: deviceSeconds };
}

/** Parts of a log-in request that may identify a known device. */
export interface DeviceTraces {
  site: Site;
  /** The account's address, in its canonical form. */
  email: string;
  cookies: Cookies;
  /** The request's session, if any. */
  sessionToken: string | undefined;
}

/** What a request shows of its device. */
export const tracesOf = (
  scope: SiteScope,
  request: Asking,
  account: Pick<DeviceTraces, 'site' | 'email'>,
): DeviceTraces => ({ ...account, cookies: request.cookies, sessionToken: scope.tokenOf(request) });

/** Whether the browser has signed in to this account before, by its device cookie or its running session. */
export const isKnownDevice = async (services: Services, traces: DeviceTraces): Promise<boolean> =>
  (await findMemberOfDevice(services, traces)) !== undefined;

/**
 * Whether a request comes from the owner of an account's proved address: by a known device. Before the proof, the account
 * may have been made by somebody who does not read the mailbox.
 */
export const isOwnersDevice = async (services: Services, traces: DeviceTraces): Promise<boolean> =>
  (await findMemberOfDevice(services, traces))?.verified ?? false;

const findMemberOfDevice = async (services: Services, traces: DeviceTraces): Promise<MemberRecord | undefined> =>
  (await findByCookie(services, traces)) ?? (await findBySession(services, traces));

async function findByCookie(
  services: Services,
  { site, email, cookies }: DeviceTraces,
): Promise<MemberRecord | undefined> {
  const shown = readCookie(services.appUrl, name, cookies);
  if (shown === undefined) return undefined;
  const member = await findCredentials(services, services.db, { siteId: site.id, email });
  // Compared without an account too (timing).
  const isKnown = isDevice(services, purpose, member ? signedText(member) : '', shown);
  return isKnown ? member : undefined;
}

async function findBySession(
  services: Services,
  { site, email, sessionToken }: DeviceTraces,
): Promise<MemberRecord | undefined> {
  if (sessionToken === undefined) return undefined;
  const session = await findSession(services.db, site.id, sessionToken);
  const member = session && (await findMember(services, services.db, session.memberId));
  return member?.email === email ? member : undefined;
}
