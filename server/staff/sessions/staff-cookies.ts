import { consolePage } from '../../../contract/call.ts';
import { staffLimits } from '../../../contract/staff-limits.ts';
import { readCookie, type Cookies, type OwnCookie } from '../../platform/http/cookies.ts';
import type { Clock } from '../../platform/clock.ts';
import { deviceSeconds, isDevice, signDevice } from '../../platform/device-cookies.ts';
import type { Keys } from '../../platform/keys.ts';

/** Sent to the console alone, and by no page of another site, not even by a link. */
const place = { path: consolePage, sameSite: 'strict' } as const;

/** `__Host-` allows no path but `/`. */
const sessionName = { secure: '__Secure-intake-staff', plain: 'intake_staff' } as const;
const deviceName = { secure: '__Secure-intake-staff-device', plain: 'intake_staff_device' } as const;
const devicePurpose = 'known-staff-device';

/** The session token among the cookies of a request. */
export const readSessionCookie = (appUrl: string, cookies: Cookies): string | undefined =>
  readCookie(appUrl, sessionName, cookies);

/** The cookie that keeps a session's token; without a token it removes the cookie. */
export const sessionCookie = (token: string | undefined): OwnCookie => ({
  ...place,
  name: sessionName,
  value: token,
  seconds: staffLimits.staffSessionHours * 3_600,
});

/** What a device cookie is signed from. */
export interface DeviceOwner {
  id: string;
  passwordHash: string | null;
}

/**
 * The signed text. It has the password's hash, so that no device cookie outlives a new password; the browser that sets it
 * gets another (decision 0115).
 */
const signedText = ({ id, passwordHash }: DeviceOwner) => `${id}\0${passwordHash ?? ''}`;

/**
 * A cookie by which the next sign-in from this browser is told from one on a new device, which is mailed, and is counted
 * apart from guesses of others. It gives no access.
 */
export const deviceCookie = (services: { keys: Keys; clock: Clock }, owner: DeviceOwner): OwnCookie => ({
  ...place,
  name: deviceName,
  value: signDevice(services, devicePurpose, signedText(owner)),
  seconds: deviceSeconds,
});

/** Whether this browser has signed in to the account before. */
export function isKnownDevice(
  services: { keys: Keys; clock: Clock; appUrl: string },
  owner: DeviceOwner,
  cookies: Cookies,
): boolean {
  const shown = readCookie(services.appUrl, deviceName, cookies);
  return shown !== undefined && isDevice(services, devicePurpose, signedText(owner), shown);
}
