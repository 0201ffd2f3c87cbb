import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';
import { Refusal } from './refusal.ts';

/** A site's client registration at an identity provider. */
export interface Registration {
  /** The issuer identifier. Metadata is discovered below this address, unless `endpoints` are given. */
  issuer: string;
  clientId: string;
  /** undefined for a public client, which relies on PKCE alone. */
  clientSecret: string | undefined;
  /** The redirect URI, exactly as registered. */
  redirectUri: string;
  /** Whether answers must carry `iss` (RFC 9207), against mix-up where several providers share a redirect URI. */
  mustNameItself?: boolean | undefined;
  /** Scopes, separated by spaces. */
  scope: string;
  /** For a provider of plain OAuth 2, which publishes no metadata. */
  endpoints?: { authorization: string; token: string } | undefined;
  /** Client authentication method, if the metadata does not name it. */
  secretBy?: 'basic' | 'post' | undefined;
  /** Protections that the provider does not support. */
  lacks?: readonly ('nonce' | 'pkce')[] | undefined;
}

/** Binds the provider's answer to the request: random, and known to the browser alone (`state`). */
export interface Challenge {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider's statement about the person who signed in. */
export interface Testimony {
  /** Of the checked ID token, completed by the user info endpoint. None from a provider without OpenID. */
  claims: Record<string, unknown> | undefined;
  /** Reads another address of the provider with the access token. @throws Refusal as `redeem` */
  read(address: string): Promise<unknown>;
}

/** Sign-in with identity providers. */
export interface SignInProviders {
  /** Where to send the browser. @throws Refusal provider-unavailable */
  buildSignInUrl(registration: Registration, challenge: Challenge): Promise<URL>;
  /**
   * Exchanges the authorization code, which works once.
   *
   * @param callbackUrl the address the browser came to, with its query
   * @throws Refusal provider-sign-in-failed when anything about it is wrong, provider-unavailable
   */
  redeem(registration: Registration, challenge: Challenge, callbackUrl: URL): Promise<Testimony>;
}

/** The dependencies of sign-in with identity providers. */
export interface SignInProvidersOptions {
  outbound: Outbound;
  log: Log;
}

/** Seconds. */
const callTimeout = 5;
/** Metadata is refreshed after an hour, stale while revalidate. */
const keepMs = 60 * 60 * 1_000;

/** OpenID Connect and OAuth 2 as a client: authorization code, PKCE (S256), state, nonce, issuer and signature checked. */
export function createSignInProviders({ outbound, log }: SignInProvidersOptions): SignInProviders {
  const configurationFor = keepConfigurations((registration) => configure(registration, outbound));

  /** Maps every failure to one of two refusals. The reason is logged, without the provider's text. */
  const ask = async <T>({ issuer }: Registration, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const refusal = new Refusal(isUnreachable(error) ? 'provider-unavailable' : 'provider-sign-in-failed');
      const { cause } = error as Error;
      log.warn({ issuer, err: error, why: cause instanceof Error ? cause.message : undefined }, refusal.message);
      throw refusal;
    }
  };

  return {
    buildSignInUrl: (registration, { state, nonce, codeVerifier }) =>
      ask(registration, async () => {
        const { redirectUri, scope, lacks = [] } = registration;
        const configuration = await configurationFor(registration);
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope,
          state,
          ...(speaksOpenId(registration) && !lacks.includes('nonce') && { nonce }),
          ...(!lacks.includes('pkce') && {
            code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
            code_challenge_method: 'S256',
          }),
        });
        // The browser is sent to an address from the provider's metadata.
        if (url.protocol !== 'https:' && !(outbound.reachesOwnMachine && url.protocol === 'http:'))
          throw new Error('the authorization endpoint is no web page');
        return url;
      }),
    redeem: (registration, challenge, callbackUrl) =>
      ask(registration, async () => {
        const configuration = await configurationFor(registration);
        requireIssuer(registration, callbackUrl);
        const tokens = await openid.authorizationCodeGrant(
          configuration,
          callbackUrl,
          checksFor(registration, challenge),
        );
        const claims = speaksOpenId(registration) ? await completeClaims(configuration, tokens) : undefined;
        return {
          claims,
          read: (address) => ask(registration, () => readJson(configuration, tokens.access_token, address)),
        };
      }),
  };
}

/** Requires `iss`: the library checks it only where present, and omitting it allows the mix-up attack. */
function requireIssuer({ mustNameItself, issuer }: Registration, { searchParams }: URL): void {
  if (mustNameItself && searchParams.get('iss') !== issuer)
    throw new Error('the answer does not name the issuer, which the shared redirect URI needs');
}

const speaksOpenId = ({ endpoints }: Registration) => endpoints === undefined;

function checksFor(
  { lacks = [], ...registration }: Registration,
  { state, nonce, codeVerifier }: Challenge,
): openid.AuthorizationCodeGrantChecks {
  return {
    expectedState: state,
    idTokenExpected: speaksOpenId(registration),
    ...(speaksOpenId(registration) && !lacks.includes('nonce') && { expectedNonce: nonce }),
    ...(!lacks.includes('pkce') && { pkceCodeVerifier: codeVerifier }),
  };
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** Many providers keep the address out of the ID token; the user info endpoint has it, for the same subject only. */
async function completeClaims(configuration: openid.Configuration, tokens: Tokens): Promise<Record<string, unknown>> {
  const claims = { ...tokens.claims() };
  const isComplete = claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint;
  if (isComplete) return claims;
  return { ...(await openid.fetchUserInfo(configuration, tokens.access_token, String(claims['sub']))), ...claims };
}

async function readJson(configuration: openid.Configuration, accessToken: string, address: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const answer = await openid.fetchProtectedResource(
    configuration,
    accessToken,
    new URL(address),
    'GET',
    null,
    headers,
  );
  if (!answer.ok) throw answer.status >= 500 ? new Unreachable(answer.status) : new Error(`answered ${answer.status}`);
  return answer.json();
}

/** The provider timed out, or answered with a temporary error. */
class Unreachable extends Error {
  constructor(cause: unknown) {
    super('the provider does not answer', { cause });
  }
}

/** Follows the causes: the library wraps errors, sometimes more than once. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof Error && isUnreachable(error.cause);
}

async function configure(registration: Registration, outbound: Outbound): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret, endpoints } = registration;
  const authenticate = authenticateBy(registration);
  const metadata = clientSecret === undefined ? {} : { client_secret: clientSecret };
  const ask: openid.CustomFetch = async (url, options) => {
    const answer = await outbound
      .fetch(url, { ...(options as RequestInit), to: 'provider', toOwnMachine: true })
      .catch((error: unknown) => Promise.reject(new Unreachable(error)));
    if (answer.status >= 500) throw new Unreachable(answer.status);
    return answer;
  };
  // Without TLS only where programs on this machine may be called.
  const loosen = outbound.reachesOwnMachine ? [openid.allowInsecureRequests] : [];
  if (endpoints) {
    const server = { issuer, authorization_endpoint: endpoints.authorization, token_endpoint: endpoints.token };
    const configuration = new openid.Configuration(server, clientId, metadata, authenticate);
    configuration[openid.customFetch] = ask;
    configuration.timeout = callTimeout;
    for (const apply of loosen) apply(configuration);
    return configuration;
  }
  return openid
    .discovery(new URL(issuer), clientId, metadata, authenticate, {
      algorithm: 'oidc',
      timeout: callTimeout,
      // Signatures are verified although the token comes directly from the provider.
      execute: [...loosen, openid.enableNonRepudiationChecks],
      [openid.customFetch]: ask,
    })
    .catch((error: unknown) => Promise.reject(new Unreachable(error)));
}

/**
 * The client authentication method: from the registration, else from the metadata, whose default is the header (OpenID
 * Connect Discovery 1.0). The body is preferred where both are supported: not every provider decodes the header right.
 */
function authenticateBy({ clientSecret, secretBy }: Registration): openid.ClientAuth {
  if (clientSecret === undefined) return openid.None();
  const ways = { basic: openid.ClientSecretBasic(clientSecret), post: openid.ClientSecretPost(clientSecret) };
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = secretBy ?? (offered.includes('client_secret_post') ? 'post' : 'basic');
    ways[way](server, ...rest);
  };
}

/** Caches metadata for an hour, stale while revalidate. */
function keepConfigurations(find: (registration: Registration) => Promise<openid.Configuration>) {
  const kept = new Map<string, { found: Promise<openid.Configuration>; staleFromMs: number }>();
  return async (registration: Registration): Promise<openid.Configuration> => {
    const key = createHash('sha256').update(JSON.stringify(registration)).digest('base64url');
    const known = kept.get(key);
    if (known && performance.now() < known.staleFromMs) return known.found;
    const fresh = find(registration);
    if (!known) {
      kept.set(key, { found: fresh, staleFromMs: performance.now() + keepMs });
      fresh.catch(() => kept.delete(key));
      return fresh;
    }
    // One refresh at a time, and after a failure none for the length of a call: stale while revalidate.
    known.staleFromMs = performance.now() + callTimeout * 1_000;
    fresh.then(
      () => kept.set(key, { found: fresh, staleFromMs: performance.now() + keepMs }),
      () => undefined,
    );
    return known.found;
  };
}
