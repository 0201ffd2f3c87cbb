import * as z from 'zod/mini';
import { filledIn } from './filled-in.ts';

/** Passkeys, authenticator apps and recovery codes, of staff and members alike. */

/** Longest part of a browser's answer, in characters; real ones have some hundreds. */
const part = z.string().check(z.minLength(1), z.maxLength(16_000));
const credentialId = z.string().check(z.minLength(1), z.maxLength(1_400));

/** Answered by `navigator.credentials.create`, as `toJSON()` gives it. What is not named here is ignored. */
export const NewCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** Answered by `navigator.credentials.get`, as `toJSON()` gives it. What is not named here is ignored. */
export const UsedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;

const KnownCredential = z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) });

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  attestation: z.optional(z.string()),
  excludeCredentials: z.optional(z.array(KnownCredential)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.string()),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.string()),
    }),
  ),
});

export type CreationOptions = z.infer<typeof CreationOptions>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const RequestOptions = z.object({
  rpId: z.optional(z.string()),
  challenge: z.string(),
  timeout: z.optional(z.number()),
  userVerification: z.optional(z.string()),
  allowCredentials: z.optional(z.array(KnownCredential)),
});

export type RequestOptions = z.infer<typeof RequestOptions>;

export const CreationOptionsAnswer = z.object({ data: CreationOptions });
export const RequestOptionsAnswer = z.object({ data: RequestOptions });

/** A passkey as its owner sees it. */
export const ShownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  /** It can be used on pages of this domain alone. */
  domain: z.string(),
  /** Whether it is kept in several places, by the provider of the devices say. */
  backedUp: z.boolean(),
  /** ISO */
  createdAt: z.string(),
  /** ISO */
  lastUsedAt: z.nullable(z.string()),
});
export type ShownPasskey = z.infer<typeof ShownPasskey>;

/** What a person has set up. */
export const SecondFactor = z.object({
  passkeys: z.array(ShownPasskey),
  authenticator: z.boolean(),
  /** How many are unused. */
  recoveryCodes: z.number(),
  /** Whether the site requires a second factor. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactorAnswer = z.object({ data: SecondFactor });
/** `newRecoveryCodes`: shown once; with the first method, and when new ones are asked for. */
export const SecondFactorChangeAnswer = z.object({
  data: z.extend(SecondFactor, { newRecoveryCodes: z.optional(z.array(z.string())) }),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
export const AddPasskeyRequest = z.strictObject({ credential: NewCredential, name });
export const RenamePasskeyRequest = z.strictObject({ name });
export const PasskeyParams = z.object({ id: z.string().check(z.maxLength(60)) });

/** `secret` is to be typed, `uri` to be shown as a QR code; both are shown once. */
export const NewAuthenticatorAnswer = z.object({ data: z.object({ secret: z.string(), uri: z.string() }) });
const code = filledIn();
export const AuthenticatorCodeRequest = z.strictObject({ code });

const step = z.string().check(z.minLength(1), z.maxLength(100));
/** With the `step` of a refused log-in as its second step; alone, for the browser's autofill, without. */
export const PasskeyOptionsRequest = z.strictObject({ step: z.optional(step) });
export const PasskeyLogInRequest = z.strictObject({ step: z.optional(step), credential: UsedCredential });
export const SecondStepRequest = z.strictObject({ step, method: z.enum(['authenticator', 'recovery-code']), code });

/** Ways to show a second factor. */
export const secondFactorMethods = ['passkey', 'authenticator', 'recovery-code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What the refusal `second-factor-required` carries beside code and sentence. */
export interface SecondStepNeeded {
  /** For the call of the second step: good once and for five minutes. Missing where a session asks for a proof. */
  step?: string;
  methods: SecondFactorMethod[];
}
