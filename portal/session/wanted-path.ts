import type { Partner } from '../../shared/partners.ts';
import { pathOf } from '../partner/paths.ts';
import { readTabKey, writeTabKey } from './tab-keys.ts';

const key = 'intake.wanted-path';

/** Remembers for this tab where a visitor was heading. */
export function rememberWanted(address: string): void {
  writeTabKey(key, address);
}

/** The address a visitor was heading for; null where there is none. */
export const readWanted = (): string | null => readTabKey(key);

/**
 * Where to go after logging in: to the kept address where losing the way would cost something, since the return from the
 * checkout carries the session to confirm. Else to the eligibility page, which is behind a member who has paid.
 */
export function wantedOrStart(partner: Partner, isPaid: boolean): string {
  const address = readWanted();
  if (address !== null && isWorthKeeping(partner, address)) return address;
  return pathOf(partner, isPaid ? 'paymentSuccess' : 'eligibility');
}

export function forgetWanted(): void {
  writeTabKey(key, null);
}

/** Only addresses of our own receipt page: a kept address must never lead elsewhere. */
export function isWorthKeeping(partner: Pick<Partner, 'code'>, address: string): boolean {
  const receipt = pathOf(partner, 'paymentSuccess');
  return address === receipt || address.startsWith(`${receipt}?`);
}
