import type { Challenge } from '../../platform/openid.ts';
import type { SentFields } from '../members/custom-fields.ts';

/** The purpose of a popup, with its parameters. */
export type PopupRequest =
  | { purpose: 'login'; allowSignup: boolean }
  | {
      purpose: 'signup';
      fields: SentFields;
      planIds: string[];
      inviteToken: string | null;
      /** Whether there was an invitation, of a page that hides itself. Missing in attempts of an earlier release. */
      hidInvite?: boolean;
    }
  | { purpose: 'connect' };

/** A pending OAuth authorization: its purpose, and what the provider's response has to match. */
export interface Attempt {
  siteId: string;
  /** The provider's name in the site's settings. */
  provider: string;
  /** The path of its redirect URI; a response at another path is refused (mix-up attack). */
  callbackPath: string;
  /** The page that opened the popup. */
  origin: string;
  request: PopupRequest;
  /** Hash of the session whose account a provider is connected to. */
  sessionHash: Buffer | undefined;
  challenge: Challenge;
}
