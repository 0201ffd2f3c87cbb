import type { Partner } from '../../contract/partners.ts';
import { pathOf } from '../partner/paths.ts';

const key = 'intake.wanted-path';

/**
 * Remembers for this tab where a visitor was heading, where losing the way would cost them something:
 * the return from the checkout carries the session to confirm.
 */
export function rememberWanted(partner: Partner, address: string): void {
  if (isWorthKeeping(partner, address)) write(address);
}

/** Where to go after logging in: the kept address of this partner, else the eligibility page. */
export function wantedOrStart(partner: Partner): string {
  const address = read();
  return address !== null && isWorthKeeping(partner, address) ? address : pathOf(partner, 'eligibility');
}

export function forgetWanted(): void {
  write(null);
}

/** Only addresses of our own receipt page: a kept address must never lead elsewhere. */
export function isWorthKeeping(partner: Pick<Partner, 'code'>, address: string): boolean {
  const receipt = pathOf(partner, 'paymentSuccess');
  return address === receipt || address.startsWith(`${receipt}?`);
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {
    // Without storage the way leads to the eligibility page.
  }
}
