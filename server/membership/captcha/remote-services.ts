import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { Refusal } from '../../platform/refusal.ts';
import type { Site } from '../sites/site.ts';
import type { CaptchaClaim, CaptchaService, RemoteAccess } from './captcha-service.ts';

/** The services of others: one form to send, one answer to read, the same names in all three. */

/** Where each takes proofs. */
export const addresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const;

/** Somebody waits in front of a form. */
const patienceMs = 3_000;
const tokenMaxCharacters = 16_384;
/** Below it the third version of reCAPTCHA sees a robot; the value its makers begin with. */
const leastScore = 0.5;

const Answer = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
  'error-codes': z.optional(z.array(z.string())),
});
type Answer = z.infer<typeof Answer>;

/** Faults of the site's settings or of the service itself: solving another puzzle would not help anybody. */
const notTheirFault = [
  'missing-input-secret',
  'invalid-input-secret',
  'not-using-dummy-secret',
  'sitekey-secret-mismatch',
  'invalid-sitekey',
  'internal-error',
  'bad-request',
];

/** @param access where and how the service is asked */
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

/** Nobody in front of the form is told why the service is away; whoever runs the site finds it in the log. */
async function askOrRefuse(access: RemoteAccess, claim: CaptchaClaim): Promise<Answer> {
  const { id: site, captcha } = claim.site;
  try {
    const answer = await ask(access, claim);
    const codes = answer['error-codes']?.filter((code) => notTheirFault.includes(code)) ?? [];
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
    signal: AbortSignal.timeout(patienceMs),
  });
  // A refused proof comes with status 200 or 400, a service in trouble with another.
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

/** Whether it was solved for this. Turnstile always says what for, reCAPTCHA where it gives a score, hCaptcha never. */
function isOfAction({ site, action }: CaptchaClaim, answer: Answer): boolean {
  const isTold = site.captcha.service === 'turnstile' || answer.score !== undefined;
  if (isTold && site.mode === 'live') return answer.action === action;
  return !answer.action || answer.action === action;
}
