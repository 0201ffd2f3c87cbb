import { popupsPerClient } from '../../../../contract/calls/providers.ts';
import type { PopupMessage } from '../../../../contract/providers.ts';
import type { SignInProviders, Testimony } from '../../../platform/openid.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent } from '../../../platform/security-events/record-event.ts';
import type { Services } from '../../services.ts';
import { setupNeeded, welcomeMember } from '../../sign-in/log-in/welcome.ts';
import type { Attempt, PopupRequest } from '../attempt.ts';
import { newChallenge, saveAttempt } from '../attempts.ts';
import { connectProvider, requireConnecting } from '../connect-provider.ts';
import type { Opener } from './openers.ts';
import { getProvider, readPerson, type Provider } from '../providers.ts';
import { signInWithProvider } from '../sign-in-with-provider.ts';

/** Dependencies of the popups' rules. */
export interface SocialServices extends Services {
  providers: SignInProviders;
}

/** A popup on its way to a provider. */
export interface Departure {
  opener: Opener;
  /** The provider's name in the site's settings, as asked for. */
  key: string;
  request: PopupRequest;
  /** For connecting: hash of the session's token. */
  sessionHash?: Buffer | undefined;
  clientAddress: string;
}

/** The redirect to a provider. */
export interface Departed {
  /** The provider's authorization endpoint, with its parameters. */
  url: URL;
  state: string;
  /** For the cookie that binds the popup to its browser. */
  browserSecret: string;
}

/**
 * Begins an attempt and builds the redirect to the provider.
 *
 * @throws Refusal provider-not-found, provider-unavailable, account-connect-requires-login, recent-login-required,
 *   too-many-requests
 */
export async function departToProvider(services: SocialServices, departure: Departure): Promise<Departed> {
  const { opener, key, request, sessionHash, clientAddress } = departure;
  const { site, origin } = opener;
  await services.limits.take(popupsPerClient, clientAddress);
  const { registration, callbackPath } = await getProvider(services, site, key);
  if (request.purpose === 'connect') await requireConnecting(services.db, site, sessionHash);
  const challenge = newChallenge();
  const url = await services.providers.buildSignInUrl(registration, challenge);
  const attempt = { siteId: site.id, provider: key, callbackPath, origin, request, sessionHash, challenge };
  return { url, state: challenge.state, browserSecret: await saveAttempt(services.db, attempt) };
}

/** A provider's response. */
export interface Return {
  attempt: Attempt;
  /** The redirect URI with the response's query. */
  callbackUrl: URL;
  clientAddress: string;
  userAgent: string | undefined;
}

/** Redeems the provider's response and fulfils the popup's purpose. @throws Refusal for any reason it fails */
export async function returnFromProvider(
  services: SocialServices,
  { attempt, callbackUrl, clientAddress, userAgent }: Return,
): Promise<PopupMessage> {
  const { request, sessionHash } = attempt;
  const site = await services.sites.get(attempt.siteId);
  const provider = await getProvider(services, site, attempt.provider);
  const testimony = await askProvider(services, provider, attempt, callbackUrl);
  const person = await readPerson(provider, testimony);
  if (request.purpose === 'connect')
    return { data: await connectProvider(services, { site, sessionHash, provider, person }) };
  const welcome = await signInWithProvider(services, { site, provider, person, request, clientAddress, userAgent });
  const auth = await welcomeMember(services, site, welcome);
  if (welcome.arrival.session.isSetupDue) throw setupNeeded(auth);
  return { data: auth };
}

async function askProvider(
  { providers }: SocialServices,
  { key, name, registration }: Provider,
  { challenge, request }: Attempt,
  callbackUrl: URL,
): Promise<Testimony> {
  const failed = request.purpose === 'connect' ? 'account-connect-failed' : 'provider-sign-in-failed';
  if (callbackUrl.searchParams.get('error') === 'access_denied')
    throw new Refusal(failed, { message: `You did not go on with ${name}. Nothing was changed.` });
  try {
    return await providers.redeem(registration, challenge, callbackUrl);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'provider-sign-in-failed') throw error;
    recordEvent('provider-answer', { outcome: 'mismatch', purpose: request.purpose, provider: ref(key) });
    throw new Refusal(failed);
  }
}
