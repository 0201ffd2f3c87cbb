import type { Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Registration, Testimony } from '../../platform/openid.ts';
import { parseEmail } from '../members/email-address.ts';
import type { Services } from '../services.ts';
import { connectIdentity } from '../sign-in/credentials/identities.ts';
import type { Site } from '../sites/site.ts';
import { findSecret } from '../sites/site-secrets.ts';
import { callbackPathOf, mustNameIssuer } from './callbacks.ts';
import { byOpenId, openIdScope, presets, type Preset, type Testified } from './provider-presets.ts';

/** A provider of a site. */
export interface Provider {
  /** As the site's settings name it. */
  key: string;
  /** Its display name. */
  name: string;
  registration: Registration;
  /** The path of the registration's redirect URI. */
  callbackPath: string;
  testify: Preset['testify'];
}

/** A person's identity at a provider. */
export interface ProviderPerson {
  issuer: string;
  /** Permanent, unlike the address. */
  subject: string;
  /** In its canonical form; undefined where the provider gives no valid one. */
  email: string | undefined;
  isProved: boolean;
}

/** A provider of a site by its key. @throws Refusal provider-not-found */
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
 * The provider's preset; another name with an issuer is a standard OpenID provider.
 *
 * @throws Error for an issuer that the preset does not allow, which no valid declaration has (fails closed)
 */
function presetFor({ provider, issuer }: Site['authProviders'][number]): Preset | undefined {
  const preset = presets.get(provider);
  if (issuer === undefined) return preset;
  if (!preset) return { issuer, scope: openIdScope, testify: byOpenId };
  if (!preset.otherIssuers?.test(issuer)) throw new Error(`${provider} has no issuer ${issuer}.`);
  return { ...preset, issuer };
}

/** The person of a provider's testimony. @throws Refusal provider-sign-in-failed without a subject; provider-unavailable */
export async function readPerson({ registration, testify }: Provider, testimony: Testimony): Promise<ProviderPerson> {
  const { subject, email, isProved } = await testify(testimony);
  // The token's issuer, if any: a multi-tenant provider names the tenant there.
  const issuer = testimony.claims?.['iss'];
  return {
    issuer: typeof issuer === 'string' ? issuer : registration.issuer,
    subject: readSubject(subject),
    ...readAddress({ email, isProved }),
  };
}

/** Connects a person's identity to a member, whom the caller has locked. @throws Refusal as `connectIdentity` */
export const connectPerson = (
  tx: Transaction,
  { site, provider, person }: { site: Site; provider: Provider; person: ProviderPerson },
  memberId: string,
): Promise<void> =>
  connectIdentity(tx, {
    siteId: site.id,
    issuer: person.issuer,
    subject: person.subject,
    memberId,
    provider: provider.key,
    // A provider for many tenants names the tenant's own.
    isOnlyIssuer: person.issuer === provider.registration.issuer,
  });

/** Some OAuth providers have numeric subjects. OpenID Connect allows at most 255 ASCII characters. */
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
