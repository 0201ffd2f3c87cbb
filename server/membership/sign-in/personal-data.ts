import { limits } from '../../../contract/limits.ts';
import { atSite, ofAddress, ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';
import { pendingMinutes } from '../../platform/second-factor/authenticator-codes.ts';
import { challengeMinutes } from '../../platform/second-factor/challenges.store.ts';
import { verificationLinkHours } from './addresses/verification.store.ts';
import { firstFactorLinkHours } from './second-factor/first-factor-links.store.ts';
import { pendingSignUpHours } from './sign-up/private-sign-up.ts';

/** What is stored about people with ways in. */
export const signInTables: readonly PersonalTable[] = [
  {
    table: 'member_identity',
    holds: 'issuer and subject of a connected provider',
    level: 'private',
    kept: `${withMember}, or until disconnected`,
    about: ofMember(),
  },
  {
    table: 'passkey',
    holds: 'passkeys: their names, domains and public keys, and when they were used last',
    level: 'private',
    kept: `${withMember}, or until removed`,
    about: ofMember(),
    without: ['credential_id', 'public_key'],
  },
  {
    table: 'authenticator_app',
    holds: 'that an authenticator app is set up, and its secret, sealed',
    level: 'secret',
    kept: `${withMember}, or until removed; ${pendingMinutes} minutes to an hour before it is confirmed`,
    about: ofMember(),
    without: ['sealed_secret', 'last_step'],
  },
  {
    table: 'recovery_code',
    holds: 'hashes of unused recovery codes',
    level: 'secret',
    kept: `${withMember}, or until used or replaced`,
    about: ofMember(),
    without: ['code_hash'],
  },
  {
    table: 'second_factor_challenge',
    holds: 'that a log-in waits for its second step, or a passkey for its registration',
    level: 'secret',
    kept: `${challengeMinutes} minutes`,
    about: ofMember(),
    without: ['token_hash', 'bound_to'],
  },
  {
    table: 'first_factor_link',
    holds: 'when a first second factor was set up, and the address that was told',
    level: 'secret',
    kept: `${firstFactorLinkHours} hours`,
    about: ofMember(),
    without: ['token_hash'],
  },
  {
    table: 'verification_link',
    holds: 'an address to be proved',
    level: 'secret',
    kept: `${verificationLinkHours} hours`,
    about: ofMember(),
    without: ['token_hash'],
  },
  {
    table: 'mailed_code',
    holds: 'an address, and the network that asked',
    level: 'secret',
    kept: `${limits.codeMinutes} minutes`,
    about: atSite(ofAddress()),
    without: ['code_hash', 'link_hash', 'context_hash', 'browser_hash'],
  },
  {
    table: 'pending_sign_up',
    holds: 'what somebody signed up with',
    level: 'secret',
    kept: `${pendingSignUpHours} hours`,
    about: atSite(ofAddress()),
    without: ['password_hash', 'token_hash'],
  },
];
