import type { CaptchaAction } from '../../../contract/captcha.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Site } from '../sites/site.ts';

/** A captcha answer to verify. */
export interface CaptchaClaim {
  site: Site;
  action: CaptchaAction;
  /** The answer, as the service's script gave it to the client. */
  token: string;
  clientAddress: string;
}

/** A valid proof. */
export interface CaptchaProof {
  /** Against replay: the same proof has the same id. */
  id: string;
}

/**
 * Verifies a captcha answer.
 *
 * @returns undefined for an invalid answer
 * @throws Refusal captcha-unavailable while the service cannot be reached
 */
export type CaptchaService = (claim: CaptchaClaim) => Promise<CaptchaProof | undefined>;

/** Access to a third-party captcha service. */
export interface RemoteAccess {
  outbound: Outbound;
  log: Log;
  /** The product's own origin, which counts as a page of sites with `ownPages`. */
  appUrl: string;
  /** URL of its verification call. */
  address: string;
  /** The site's secret there. */
  secret: string;
}
