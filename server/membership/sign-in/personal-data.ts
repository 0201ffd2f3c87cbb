import { limits } from '../../../contract/limits.ts';
import { atSite, ofAddress, ofMember, withMember, type PersonalTable } from '../../platform/personal-data.ts';
import { verificationLinkHours } from './addresses/verification.store.ts';
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
