import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { Refusal } from '../../platform/refusal.ts';
import type { Site } from '../sites/site.ts';
import type { CaptchaClaim, CaptchaService, RemoteAccess } from './captcha-service.ts';

/** Third-party captcha services: all three take the same form and give the same answer. */

/** URL of each service's verification call. */
export const addresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const;

/** Short, because a visitor waits for the form. */
const timeoutMs = 3_000;
const tokenMaxCharacters = 16_384;
/** reCAPTCHA v3: a lower score is a robot. 0.5 is the threshold its documentation starts with. */
const leastScore = 0.5;

const Answer = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});
type Answer = z.infer<typeof Answer>;

/** Error codes of the site's settings or of the service, which another attempt of the visitor would not change. */
const serviceFaults = [
  'missing-input-secret',
  'invalid-input-secret',
  'not-using-dummy-secret',
  'sitekey-secret-mismatch',
  'invalid-sitekey',
  'internal-error',
  'bad-request',
];

/** Verification by a third-party service. @param access its URL and secret */
export const remoteService =
  (access: RemoteAccess): CaptchaService =>
  async (claim) => {
    if (claim.token === '' || claim.token.length > tokenMaxCharacters) return undefined;
    const answer = await askOrRefuse(access, claim);
    const isMeant =
      answer.success &&
      isOfPage(claim.site, answer.hostname, access.appUrl) &&
      isOfAction(claim, answer) &&
      (answer.score ?? 1) >= leastScore;
    return isMeant ? { id: createHash('sha256').update(claim.token).digest('base64url') } : undefined;
  };

/** Logs why a service fails, for the operator; the visitor gets `captcha-unavailable` alone. */
async function askOrRefuse(access: RemoteAccess, claim: CaptchaClaim): Promise<Answer> {
  const { id: site, captcha } = claim.site;
  try {
    const answer = await ask(access, claim);
    const codes = answer['error-codes']?.filter((code) => serviceFaults.includes(code)) ?? [];
    if (codes.length > 0) throw new Error(`it says ${codes.join(', ')}`);
    return answer;
  } catch (error) {
    access.log.warn({ site, service: captcha.service, err: error }, 'a captcha service cannot be used');
    throw new Refusal('captcha-unavailable');
  }
}

async function ask(
  { outbound, address, secret }: RemoteAccess,
  { site, token, clientAddress }: CaptchaClaim,
): Promise<Answer> {
  const form = new URLSearchParams({ secret, response: token, remoteip: clientAddress });
  if (site.captcha.siteKey !== null) form.set('sitekey', site.captcha.siteKey);
  const response = await outbound.fetch(address, {
    to: 'captcha',
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // An invalid answer has status 200 or 400; any other is a fault of the service.
  if (response.status !== 200 && response.status !== 400) throw new Error(`it answers ${response.status}`);
  return Answer.parse(await response.json());
}

/**
 * Whether a puzzle was solved on one of the site's pages. In test mode the services' test keys count, whose answers
 * name no page.
 */
function isOfPage(site: Site, hostname: string | undefined, appUrl: string): boolean {
  if (site.mode === 'sandbox') return true;
  const origins = site.ownPages ? [...site.origins, appUrl] : site.origins;
  return origins.some((origin) => new URL(origin).hostname === hostname);
}

/** Whether the answer is for this action. Turnstile always names it, reCAPTCHA with a score (v3), hCaptcha never. */
function isOfAction({ site, action }: CaptchaClaim, answer: Answer): boolean {
  const isTold = site.captcha.service === 'turnstile' || answer.score !== undefined;
  if (isTold && site.mode === 'live') return answer.action === action;
  return !answer.action || answer.action === action;
}
