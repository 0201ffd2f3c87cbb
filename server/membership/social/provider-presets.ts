import type { Testimony } from '../../platform/openid.ts';

/** A provider's claims about a person, as far as they are trusted. */
export interface Testified {
  subject: unknown;
  /** As the provider writes it. */
  email: unknown;
  /** Whether the provider itself has verified the address. */
  isProved: boolean;
}

/** Settings of a well-known provider, so that a site declares only its name and its client registration. */
export interface Preset {
  issuer: string;
  /** Pattern of other issuers that a site may declare; none without it. */
  otherIssuers?: RegExp;
  /** The minimal OAuth scope for subject and address. */
  scope: string;
  endpoints?: { authorization: string; token: string };
  secretBy?: 'basic' | 'post';
  lacks?: readonly ('nonce' | 'pkce')[];
  testify(testimony: Testimony): Promise<Testified>;
}

/** Standard claims (OpenID Connect Core 1.0, section 5.1). A string instead of a boolean is no proof. */
export const byOpenId = async ({ claims = {} }: Testimony): Promise<Testified> => ({
  subject: claims['sub'],
  email: claims['email'],
  isProved: claims['email_verified'] === true,
});

/** The minimal scope of an OpenID provider. */
export const openIdScope = 'openid email';

type Profile = Record<string, unknown>;

/** Presets by provider name. All but Dribbble give an address if the person consents. */
export const presets: ReadonlyMap<string, Preset> = new Map<string, Preset>([
  [
    'google',
    {
      // https://developers.google.com/identity/openid-connect/openid-connect
      issuer: 'https://accounts.google.com',
      scope: openIdScope,
      testify: byOpenId,
    },
  ],
  [
    'facebook',
    {
      // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow, without a version: the oldest
      // that still works.
      issuer: 'https://www.facebook.com',
      scope: 'email',
      endpoints: {
        authorization: 'https://www.facebook.com/dialog/oauth',
        token: 'https://graph.facebook.com/oauth/access_token',
      },
      secretBy: 'post',
      // Facebook has no claim that the address is verified.
      testify: async ({ read }) => unproved(await read('https://graph.facebook.com/me?fields=id,email')),
    },
  ],
  [
    'microsoft',
    {
      // https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc. For accounts of every tenant; each token
      // names its tenant in `iss`, and that address, not this one, is the issuer of the identity.
      issuer: 'https://login.microsoftonline.com/common/v2.0',
      // A site for one tenant declares its issuer.
      otherIssuers: /^https:\/\/login\.microsoftonline\.com\/[\w.-]+\/v2\.0$/,
      scope: openIdScope,
      // Tenants may set any address (nOAuth); only this claim says that its domain is verified.
      // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
      testify: async ({ claims = {} }) => ({
        subject: claims['sub'],
        email: claims['email'],
        isProved: [true, 1, '1', 'true'].includes(claims['xms_edov'] as never),
      }),
    },
  ],
  [
    'github',
    {
      // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
      issuer: 'https://github.com/login/oauth',
      scope: 'user:email',
      endpoints: {
        authorization: 'https://github.com/login/oauth/authorize',
        token: 'https://github.com/login/oauth/access_token',
      },
      secretBy: 'post',
      // https://docs.github.com/rest/users/users and https://docs.github.com/rest/users/emails
      async testify({ read }) {
        const { id } = (await read('https://api.github.com/user')) as Profile;
        const addresses = (await read('https://api.github.com/user/emails')) as Profile[];
        const primary = addresses.find((each) => each['primary'] === true);
        return { subject: id, email: primary?.['email'], isProved: primary?.['verified'] === true };
      },
    },
  ],
  [
    'linkedin',
    {
      // https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
      issuer: 'https://www.linkedin.com/oauth',
      scope: openIdScope,
      secretBy: 'post',
      // Its tokens carry no nonce, and it refuses the PKCE verifier of applications that have a secret. The state, the
      // browser's cookie and the secret remain.
      lacks: ['nonce', 'pkce'],
      // Its token has the boolean as text.
      testify: async ({ claims = {} }) => ({
        subject: claims['sub'],
        email: claims['email'],
        isProved: String(claims['email_verified']) === 'true',
      }),
    },
  ],
  [
    'spotify',
    {
      // https://developer.spotify.com/documentation/web-api/tutorials/code-flow
      issuer: 'https://accounts.spotify.com',
      scope: 'user-read-email',
      endpoints: {
        authorization: 'https://accounts.spotify.com/authorize',
        token: 'https://accounts.spotify.com/api/token',
      },
      secretBy: 'basic',
      // Spotify documents the address as unverified:
      // https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
      testify: async ({ read }) => unproved(await read('https://api.spotify.com/v1/me')),
    },
  ],
  [
    'dribbble',
    {
      // https://developer.dribbble.com/v2/oauth/. It tells no address, so it can only be connected to an account.
      issuer: 'https://dribbble.com',
      scope: 'public',
      endpoints: { authorization: 'https://dribbble.com/oauth/authorize', token: 'https://dribbble.com/oauth/token' },
      secretBy: 'post',
      testify: async ({ read }) => unproved(await read('https://api.dribbble.com/v2/user')),
    },
  ],
]);

function unproved(profile: unknown): Testified {
  const { id, email } = profile as Profile;
  return { subject: id, email, isProved: false };
}
