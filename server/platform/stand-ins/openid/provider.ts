import { createECDH, createHash } from 'node:crypto';
import type { ClientMetadata, Configuration, JWK, Provider } from 'oidc-provider';
import type { PooledDatabase } from '../../database/database.ts';
import { pagePolicy, messagePage } from '../../http/plain-page.ts';
import type { Log } from '../../log.ts';
import { storeFor } from './openid.store.ts';
import { claimsOf, subjectOf, type Person } from './people.ts';

/** A client registered with the stand-in. */
export interface RelyingParty {
  /** Display name. */
  name: string;
  clientSecret: string;
  /** Path of the redirect URI at our origin. */
  callbackPath: string;
}

/** Options of the local OpenID provider. */
export interface OpenIdProviderOptions {
  db: PooledDatabase;
  /** The provider's name and address: our origin and `mountPath`. */
  issuer: string;
  /** Our own origin. */
  publicUrl: string;
  /** Signing keys and subjects are derived from it, so that both are stable. */
  secret: string;
  findClient(clientId: string): Promise<RelyingParty | undefined>;
  log: Log;
}

/** Path of the local OpenID provider. */
export const mountPath = '/dev/oidc';
/** The provider's session cookie, dropped from each request so that it asks every time. */
export const sessionCookie = 'dev-oidc-session';

/**
 * A protocol-conformant OpenID provider that accepts any claimed identity. The library is loaded here and not with the
 * module: that takes a fifth of the processor time of a start, and production never needs it.
 */
export async function createProvider(options: OpenIdProviderOptions): Promise<Provider> {
  const { Provider } = await import('oidc-provider');
  const { issuer, log } = options;
  const provider = new Provider(issuer, configurationFor(options));
  // The library builds its addresses from forwarded headers, which we set.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the local provider had a fault'));
  (provider as NodeJS.EventEmitter).on('error', (error) =>
    log.warn({ err: error }, 'the local provider refused a request'),
  );
  return provider;
}

/** Lifetime of a sign-in in seconds, long enough to read the page. */
const lifetime = 600;
const oneOf = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'];

function configurationFor({ db, secret, publicUrl, findClient }: OpenIdProviderOptions): Configuration {
  const people = storeFor(db, 'Person');
  return {
    adapter: (model: string) =>
      model === 'Client'
        ? { ...storeFor(db, model), find: (id) => asClient(id, findClient, publicUrl) }
        : storeFor(db, model),
    async findAccount(_ctx, subject) {
      const person = (await people.find(subject)) as Person | undefined;
      return person && { accountId: subject, claims: () => claimsOf(subject, person) };
    },
    // No consent screen: choosing a person grants the requested scopes.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.account!.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    jwks: { keys: [signingKey(secret)] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'], userinfoSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientBasedCORS: () => false,
    cookies: {
      names: { session: sessionCookie, interaction: 'dev-oidc-interaction', resume: 'dev-oidc-resume' },
      keys: [secret],
    },
    ttl: Object.fromEntries(oneOf.map((model) => [model, lifetime])),
    renderError(ctx, { error, error_description: description = error }) {
      ctx.type = 'html';
      ctx.set('content-security-policy', pagePolicy);
      ctx.body = messagePage('That did not work', description);
    },
  };
}

async function asClient(
  id: string,
  findClient: OpenIdProviderOptions['findClient'],
  publicUrl: string,
): Promise<ClientMetadata | undefined> {
  const found = await findClient(id);
  return (
    found && {
      client_id: id,
      client_name: found.name,
      client_secret: found.clientSecret,
      redirect_uris: [publicUrl + found.callbackPath],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    }
  );
}

/** Stores a chosen identity. @returns the account to sign in with */
export async function rememberPerson({ db, secret }: OpenIdProviderOptions, person: Person): Promise<string> {
  const subject = subjectOf(secret, person);
  await storeFor(db, 'Person').upsert(subject, { ...person });
  return subject;
}

/** A P-256 key derived from the secret. */
function signingKey(secret: string): JWK {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(createHash('sha256').update(`signing key\0${secret}`).digest());
  const point = curve.getPublicKey();
  const part = (bytes: Buffer) => bytes.toString('base64url');
  return {
    kty: 'EC',
    crv: 'P-256',
    use: 'sig',
    alg: 'ES256',
    d: part(curve.getPrivateKey()),
    x: part(point.subarray(1, 33)),
    y: part(point.subarray(33)),
  };
}
