import type { Site } from '../sites/site.ts';
import { presets } from './provider-presets.ts';

/** The callback of every provider with a preset, and of others registered with it before. */
export const sharedCallbackPath = '/auth-provider/callback';

/** The settings of a provider that decide about its callback. */
export type CallbackChoice = Pick<Site['authProviders'][number], 'provider' | 'callback'>;

/**
 * The path of the redirect URI that a site registers with a provider. An issuer that a site names may be hostile, so it
 * has one of its own: at a shared one, the code of another issuer would arrive as its own and go to its token endpoint
 * (mix-up attack, RFC 9700, section 4.4).
 */
export const callbackPathOf = (siteId: string, declared: CallbackChoice): string =>
  isShared(declared) ? sharedCallbackPath : ownCallbackPath(siteId, declared.provider);

/** The callback of one site's provider. */
export const ownCallbackPath = (siteId: string, provider: string): string =>
  `${sharedCallbackPath}/${siteId}/${provider}`;

/** Whether the answer has to name its issuer (`iss`, RFC 9207): at the shared callback nothing else tells issuers apart. */
export const mustNameIssuer = (declared: CallbackChoice): boolean =>
  isShared(declared) && !presets.has(declared.provider);

const isShared = ({ provider, callback }: CallbackChoice) => presets.has(provider) || callback === 'shared';
