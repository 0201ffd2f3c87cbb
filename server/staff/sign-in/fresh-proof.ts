import { transaction } from '../../platform/database/database.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import { isAuthenticatorCode } from '../../platform/second-factor/authenticator-codes.ts';
import {
  beginAuthentication,
  checkAuthentication,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '../../platform/second-factor/passkeys.ts';
import { recordEvent, recordRefusals } from '../../platform/security-events/record-event.ts';
import { holderOf } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import { readSession, renewSession } from '../sessions/sessions.ts';
import { inSession } from './relying-party.ts';
import { forgiveFactorTries, refusalOfCode, takeFactorTry } from './sign-in-tries.ts';

/** Asks a signed-in person for one of their passkeys. */
export async function beginProof(
  { db, appUrl }: StaffServices,
  staff: SignedInStaff,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id } = await readSession(db, staff.tokenHash);
  return beginAuthentication(db, { ...inSession(appUrl, id), holder: holderOf(staff), isAlone: false });
}

/** A proof as it was sent. */
export type SentProof = { way: 'passkey'; credential: unknown } | { way: 'authenticator'; code: string };

/**
 * Takes a fresh proof, and gives the session a new token (OWASP ASVS 7.2.4, 7.5.1).
 *
 * @throws Refusal invalid-second-factor-code, passkey-refused, too-many-requests
 */
export async function prove(
  services: StaffServices,
  staff: SignedInStaff,
  proof: SentProof,
): Promise<{ token: string; provenUntil: Date }> {
  const { db } = services;
  const isCode = proof.way !== 'passkey';
  const refused = { 'invalid-second-factor-code': 'refused', 'passkey-refused': 'refused' } as const;
  await takeFactorTry(services, staff.id, isCode);
  await recordRefusals('staff-credential', { change: 'proof' }, refused, () => requireProof(services, staff, proof));
  await forgiveFactorTries(services, staff.id, { isCode });
  const renewed = await transaction(db, (tx) => renewSession(tx, staff.tokenHash));
  recordEvent('staff-credential', { outcome: 'success', change: 'proof' });
  return renewed;
}

async function requireProof(services: StaffServices, staff: SignedInStaff, proof: SentProof): Promise<void> {
  const { db, keys, appUrl } = services;
  const holder = holderOf(staff);
  if (proof.way === 'passkey') {
    const { id } = await readSession(db, staff.tokenHash);
    const use = { ...inSession(appUrl, id), holder, kind: 'staff', isAlone: false } as const;
    await checkAuthentication(db, use, proof.credential as AuthenticationResponseJSON);
  } else if (!(await isAuthenticatorCode(db, keys, holder, proof.code))) throw await refusalOfCode(services, staff.id);
}
