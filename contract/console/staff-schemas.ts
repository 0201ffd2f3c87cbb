import * as z from 'zod/mini';
import { partnerCodes } from '../../shared/partners.ts';
import { missing } from '../filled-in.ts';
import { limits } from '../limits.ts';
import { staffLimits } from '../staff-limits.ts';
import { permissions, roles } from '../permissions.ts';

/** Staff, what they were given, and how they prove that it is them. */

const RoleName = z.enum(roles);

/** What a person sees; `all` where there is no limit. */
export const Scope = z.object({
  sites: z.union([z.literal('all'), z.array(z.string())]),
  partners: z.union([z.literal('all'), z.array(z.string())]),
});

/** A person on the staff, as owners see them. */
const StaffMember = z.object({
  id: z.string(),
  email: z.string(),
  /** Empty until they have accepted the invitation. */
  name: z.string(),
  role: RoleName,
  scope: Scope,
  /** `invited` until the link was used; also after a reset, until the new link is. */
  state: z.enum(['invited', 'active']),
  /** ISO; when the link stops working, of somebody who is invited. */
  invitationEndsAt: z.nullable(z.string()),
  /** ISO, to the minute. */
  lastUsedAt: z.nullable(z.string()),
  /** What proves that it is them besides the password. */
  passkeys: z.number(),
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.number(),
  createdAt: z.string(),
  /** Rises with each change; a change names the one that it was made from. */
  version: z.number(),
});
export type StaffMember = z.infer<typeof StaffMember>;
export const StaffAnswer = z.object({ data: StaffMember });
export const StaffListAnswer = z.object({ data: z.array(StaffMember) });
export const StaffParams = z.object({ staffId: z.string().check(z.maxLength(60)) });

/** Most sites or partners in one person's scope. */
const scopeMost = 200;
const given = {
  role: RoleName,
  /** Ids, for roles that are given sites. */
  sites: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(scopeMost)),
  partners: z.array(z.enum(partnerCodes)).check(z.maxLength(scopeMost)),
};
const address = z.string({ error: ({ input }) => ((input ?? undefined) === undefined ? missing : undefined) });
export const InviteRequest = z.strictObject({ email: address.check(z.maxLength(limits.emailMaxLength)), ...given });
export const ChangeStaffRequest = z.strictObject({ ...given, version: z.number() });
export const RemovedStaffAnswer = z.object({ data: z.object({ id: z.string() }) });

/** The signed-in person. */
export const MeAnswer = z.object({
  data: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: RoleName,
    scope: Scope,
    /** What the menus are made from. */
    permissions: z.array(z.enum(permissions)),
    session: z.object({
      id: z.string(),
      /** ISO; the absolute end. */
      endsAt: z.string(),
      /** ISO; the end unless it is used before. */
      idleEndsAt: z.string(),
      /** ISO; until then the last proof counts as fresh. null where it does not any more. */
      provenUntil: z.nullable(z.string()),
    }),
  }),
});
export type Me = z.infer<typeof MeAnswer>['data'];

export const ChangeMeRequest = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(limits.nameMaxLength)),
});
export const ChangePasswordRequest = z.strictObject({ password: z.string() });

/** A running session of the signed-in person. Its token is never shown. */
const StaffSession = z.object({
  id: z.string(),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  /** Browser and system in coarse words, `Firefox on Windows`; empty for an unknown one. */
  device: z.string(),
  way: z.enum(['passkey', 'authenticator', 'recovery-code']),
  current: z.boolean(),
});
export const StaffSessionsAnswer = z.object({ data: z.array(StaffSession) });

/** What the signed-in person has registered. */
const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** ISO, to the minute; null until its first use. */
  lastUsedAt: z.nullable(z.string()),
});
export const SecondFactorsAnswer = z.object({
  data: z.object({ passkeys: z.array(Passkey), hasAuthenticator: z.boolean(), recoveryCodesLeft: z.number() }),
});
export const PasskeyAnswer = z.object({ data: Passkey });
export const PasskeyParams = z.object({ passkeyId: z.string().check(z.maxLength(60)) });
const passkeyName = z.string().check(z.minLength(1), z.maxLength(staffLimits.passkeyNameMaxLength));
export const NamePasskeyRequest = z.strictObject({ name: passkeyName });

/** What a browser answers, as JSON (WebAuthn, `PublicKeyCredential.toJSON`). Judged by the server's library. */
export const Credential = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
});
export const AddPasskeyRequest = z.strictObject({ name: passkeyName, credential: Credential });
/** What a browser is asked, as JSON, for `startRegistration` or `startAuthentication`. */
export const PasskeyOptionsAnswer = z.object({ data: z.record(z.string(), z.unknown()) });

/** An authenticator app's secret, as text and as the address that a QR code holds. It counts once a code of it was sent back. */
export const AuthenticatorAnswer = z.object({ data: z.object({ secret: z.string(), uri: z.string() }) });
export const codeText = z.string().check(z.maxLength(40));
export const AuthenticatorCodeRequest = z.strictObject({ code: codeText });
/** Shown this once: they are stored as hashes. */
export const RecoveryCodesAnswer = z.object({ data: z.object({ codes: z.array(z.string()) }) });
