import type { CaptchaAction } from '../../../contract/captcha.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Site } from '../sites/site.ts';

/** What a proof is judged by. */
export interface CaptchaClaim {
  site: Site;
  action: CaptchaAction;
  /** What the client got for its work. */
  token: string;
  clientAddress: string;
}

/** A proof that holds. */
export interface CaptchaProof {
  /** Two proofs with one id are the same one. */
  id: string;
}

/**
 * Who can tell people from robots.
 *
 * @returns undefined for a proof that does not hold
 * @throws Refusal captcha-unavailable while that cannot be told
 */
export type CaptchaService = (claim: CaptchaClaim) => Promise<CaptchaProof | undefined>;

/** What a service of somebody else needs to be asked. */
export interface RemoteAccess {
  outbound: Outbound;
  log: Log;
  /** Our own origin, whose pages belong to sites that say so. */
  appUrl: string;
  /** Where proofs are shown to it. */
  address: string;
  /** The site's secret there. */
  secret: string;
}
