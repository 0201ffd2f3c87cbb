import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

type Handler = (request: IncomingMessage, response: ServerResponse, body: URLSearchParams) => unknown;

/** A provider that does whatever a test wants, right or wrong. */
export interface PliableProvider {
  issuer: string;
  /** What it says of the next person, beside what every token has. */
  claims: JWTPayload;
  /** Makes the ID token of these claims; signs as it should unless a test says otherwise. */
  sign: (claims: JWTPayload) => Promise<string>;
  /** Answers instead of what is right, by path. */
  answers: Partial<Record<string, Handler>>;
  /** Every request to the token endpoint. */
  redeemed: URLSearchParams[];
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** Signs with the announced key, under other headers if wanted. */
  signRight(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  signWithStrangeKey(claims: JWTPayload): Promise<string>;
  signWithNothing(claims: JWTPayload): string;
  /** As a verifier that takes the public key for a shared secret would believe it. */
  signWithPublicKey(claims: JWTPayload): Promise<string>;
  /** Back to how it should be. */
  behave(): void;
  close(): Promise<void>;
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** @param metadata what it says of itself beside or instead of what is right */
export async function startPliableProvider(metadata: Record<string, unknown> = {}): Promise<PliableProvider> {
  const [right, strange] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ]);
  const kid = 'the-key';
  const publicKey = { ...(await exportJWK(right.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const nonces = new Map<string, string>();

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, provider.issuer);
      provider.asked.set(url.pathname, (provider.asked.get(url.pathname) ?? 0) + 1);
      const body = new URLSearchParams((await buffer(request)).toString());
      const handler = provider.answers[url.pathname] ?? rightAnswers[url.pathname];
      if (handler) await handler(request, response, body);
      else response.writeHead(404).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const rightAnswers: Record<string, Handler> = {
    '/.well-known/openid-configuration': (_request, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...metadata,
      }),
    '/jwks': (_request, response) => json(response, { keys: [publicKey] }),
    '/userinfo': (_request, response) => json(response, provider.claims),
    async '/token'(_request, response, body) {
      provider.redeemed.push(body);
      const now = Math.floor(Date.now() / 1_000);
      const claims = {
        iss: issuer,
        aud: 'client-of-ours',
        iat: now,
        exp: now + 300,
        nonce: nonces.get(body.get('code') ?? ''),
        ...provider.claims,
      };
      json(response, {
        access_token: 'an-access-token',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await provider.sign(claims),
      });
    },
    // What a person would do there is done at once; the code remembers the nonce.
    '/authorize'(request, response) {
      const asked = new URL(request.url!, issuer).searchParams;
      const code = `code-${nonces.size}`;
      nonces.set(code, asked.get('nonce') ?? '');
      const back = new URL(asked.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: asked.get('state')! }).toString();
      response.writeHead(302, { location: back.href }).end();
    },
  };

  const provider: PliableProvider = {
    issuer,
    claims: {},
    sign: (claims) => provider.signRight(claims),
    answers: {},
    redeemed: [],
    asked: new Map(),
    signRight: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(right.privateKey),
    signWithStrangeKey: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(strange.privateKey),
    signWithNothing: (claims) => new UnsecuredJWT(claims).encode(),
    signWithPublicKey: async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(await exportSPKI(right.publicKey))),
    behave() {
      provider.claims = {};
      provider.answers = {};
      provider.redeemed.length = 0;
      provider.sign = (claims) => provider.signRight(claims);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
