import type { Partner } from '../../shared/partners.ts';
import { pathOf } from '../partner/paths.ts';
import { readTabKey, writeTabKey } from './tab-keys.ts';

const key = 'intake.wanted-path';

/**
 * Remembers for this tab where a visitor was heading, where losing the way would cost them something:
 * the return from the checkout carries the session to confirm.
 */
export function rememberWanted(partner: Partner, address: string): void {
  if (isWorthKeeping(partner, address)) writeTabKey(key, address);
}

/** Where to go after logging in: the kept address of this partner, else the eligibility page. */
export function wantedOrStart(partner: Partner): string {
  const address = readTabKey(key);
  return address !== null && isWorthKeeping(partner, address) ? address : pathOf(partner, 'eligibility');
}

export function forgetWanted(): void {
  writeTabKey(key, null);
}

/** Only addresses of our own receipt page: a kept address must never lead elsewhere. */
export function isWorthKeeping(partner: Pick<Partner, 'code'>, address: string): boolean {
  const receipt = pathOf(partner, 'paymentSuccess');
  return address === receipt || address.startsWith(`${receipt}?`);
}
