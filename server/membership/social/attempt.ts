import type { Challenge } from '../../platform/openid.ts';
import type { SentFields } from '../members/custom-fields.ts';

/** What somebody wants who opens a popup. */
export type PopupRequest =
  | { purpose: 'login'; allowSignup: boolean }
  | { purpose: 'signup'; fields: SentFields; planIds: string[]; inviteToken: string | null }
  | { purpose: 'connect' };

/** Somebody who has gone to a provider and is to come back: what they wanted, and what their return must show. */
export interface Attempt {
  siteId: string;
  /** The provider's name in the site's settings. */
  provider: string;
  /** The path of the redirect URI that it was begun with: it ends there and nowhere else. */
  callbackPath: string;
  /** The page that opened the popup. */
  origin: string;
  request: PopupRequest;
  /** Whose account a provider is connected with. */
  sessionHash: Buffer | undefined;
  challenge: Challenge;
}
