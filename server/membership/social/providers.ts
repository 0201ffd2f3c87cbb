import { Refusal } from '../../platform/refusal.ts';
import type { Registration, Testimony } from '../../platform/openid.ts';
import { parseEmail } from '../members/email-address.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { findSecret } from '../sites/site-secrets.ts';
import { callbackPathOf, mustNameIssuer } from './callbacks.ts';
import { byOpenId, openIdScope, presets, type Preset, type Testified } from './provider-presets.ts';

/** A provider a site's people sign in with. */
export interface Provider {
  /** As the site's settings name it. */
  key: string;
  /** As people know it. */
  name: string;
  registration: Registration;
  /** The path of the registration's redirect URI. */
  callbackPath: string;
  testify: Preset['testify'];
}

/** Somebody, as a provider knows them. */
export interface ProviderPerson {
  issuer: string;
  /** Theirs for ever, unlike their address. */
  subject: string;
  /** In its canonical form; undefined when the provider tells none that we can use. */
  email: string | undefined;
  isProved: boolean;
}

/** @throws Refusal provider-not-found for a name the site has not set up */
export async function getProvider(services: Services, site: Site, key: string): Promise<Provider> {
  const declared = site.authProviders.find((each) => each.provider === key);
  const preset = declared && presetFor(declared);
  if (!preset) throw new Refusal('provider-not-found');
  const { issuer, endpoints, secretBy, lacks, testify } = preset;
  const { name, clientId, scope = preset.scope } = declared;
  const clientSecret = await findSecret(services, services.db, site.id, `provider.${key}`);
  const callbackPath = callbackPathOf(site.id, declared);
  const registration: Registration = {
    issuer,
    clientId,
    clientSecret,
    redirectUri: services.appUrl + callbackPath,
    mustNameItself: mustNameIssuer(declared),
    scope,
    endpoints,
    secretBy,
    lacks,
  };
  return { key, name, callbackPath, testify, registration };
}

/**
 * What we know by the provider's name; an issuer of its own makes any other name an OpenID provider.
 *
 * @throws Error for an issuer we cannot keep to, which no declaration brings: better nobody than everybody
 */
function presetFor({ provider, issuer }: Site['authProviders'][number]): Preset | undefined {
  const preset = presets.get(provider);
  if (issuer === undefined) return preset;
  if (!preset) return { issuer, scope: openIdScope, testify: byOpenId };
  if (!preset.otherIssuers?.test(issuer)) throw new Error(`${provider} has no issuer ${issuer}.`);
  return { ...preset, issuer };
}

/** @throws Refusal provider-sign-in-failed when the provider does not even say who it is; provider-unavailable */
export async function readPerson({ registration, testify }: Provider, testimony: Testimony): Promise<ProviderPerson> {
  const { subject, email, isProved } = await testify(testimony);
  // Of the token where there is one: a provider for many tenants names the one that vouches.
  const issuer = testimony.claims?.['iss'];
  return {
    issuer: typeof issuer === 'string' ? issuer : registration.issuer,
    subject: readSubject(subject),
    ...readAddress({ email, isProved }),
  };
}

/** Numbers are subjects too. 255 printable characters are the most that OpenID Connect allows. */
function readSubject(subject: unknown): string {
  const text = typeof subject === 'number' ? String(subject) : subject;
  if (typeof text !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(text)) throw new Refusal('provider-sign-in-failed');
  return text;
}

function readAddress({ email, isProved }: Pick<Testified, 'email' | 'isProved'>) {
  if (typeof email !== 'string') return { email: undefined, isProved: false };
  try {
    return { email: parseEmail(email), isProved };
  } catch (error) {
    if (error instanceof Refusal) return { email: undefined, isProved: false };
    throw error;
  }
}
