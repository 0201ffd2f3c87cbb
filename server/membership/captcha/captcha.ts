import type { CaptchaAction } from '../../../contract/captcha.ts';
import { buildChallenge, readProof, type Challenge } from '../../platform/proof-of-work.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { findSecret } from '../sites/site-secrets.ts';
import type { Site } from '../sites/site.ts';
import type { CaptchaClaim, CaptchaService } from './captcha-service.ts';
import { markUsed, secondsIn } from './captcha.store.ts';
import { addresses, remoteService } from './remote-services.ts';

/** Validity of a puzzle, from its request to its use. */
const challengeMinutes = 10;
const secretsOf = ({ keys }: Services) => keys.derive('captcha challenge');

/**
 * A proof-of-work puzzle, valid for this site and action, once.
 *
 * @throws Refusal not-found at a site with another captcha service
 */
export async function openChallenge(services: Services, site: Site, action: CaptchaAction): Promise<Challenge> {
  if (site.captcha.service !== 'altcha') throw new Refusal('not-found');
  return buildChallenge(secretsOf(services)[0]!, {
    about: { site: site.id, action },
    expiresAtSeconds: await secondsIn(services.db, challengeMinutes),
  });
}

/**
 * Verifies the captcha where the site requires one, and uses the proof up: a replay is refused.
 *
 * @throws Refusal invalid-captcha, captcha-unavailable
 */
export async function requireCaptcha(
  services: Services,
  { site, token, action, clientAddress }: Omit<CaptchaClaim, 'token'> & { token: string | undefined },
): Promise<void> {
  if (!site.captchaRequired) return;
  if (token === undefined) throw new Refusal('invalid-captcha');
  const service = await serviceOf(services, site);
  const proof = await service({ site, token, action, clientAddress });
  if (!proof || !(await markUsed(services.db, site.id, proof.id))) throw new Refusal('invalid-captcha');
}

async function serviceOf(services: Services, site: Site): Promise<CaptchaService> {
  const { service } = site.captcha;
  if (service === 'altcha') return ownService(services);
  const secret = await findSecret(services, services.db, site.id, 'captcha');
  if (secret !== undefined) return remoteService({ ...services, address: addresses[service], secret });
  services.log.error({ site: site.id }, 'a captcha is required and the secret of its service is missing');
  throw new Refusal('captcha-unavailable');
}

const ownService =
  (services: Services): CaptchaService =>
  async ({ site, action, token }) => {
    const proof = await readProof(secretsOf(services), token);
    if (!proof) return undefined;
    const { id, about, expiresAtSeconds } = proof;
    const isMeant = about.site === site.id && about.action === action;
    return isMeant && expiresAtSeconds >= (await secondsIn(services.db, 0)) ? { id } : undefined;
  };
