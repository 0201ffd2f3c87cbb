import { checkSignIn, RequestError, type Answer, type Membership } from '../../client/membership.ts';
import { createPresence } from '../../client/presence.ts';
import type { Member } from '../../contract/members.ts';

/**
 * A client that pages have already, as our dialogs want one. Its methods have the same names and answers; it does not
 * say who is known to be signed in, tells its listeners of fewer changes, and fails with plain objects.
 */
export interface ExistingClient {
  getMemberCookie: () => string | null | undefined;
  onAuthChange: (listener: (member: Member | null) => void) => unknown;
}

type Call = (...given: unknown[]) => Promise<Answer<never>>;
type Method = keyof Membership;

export function adaptClient(existing: ExistingClient): Membership {
  const token = () => existing.getMemberCookie() || null;
  const presence = createPresence({ ...noSession, token }, checkSignIn);
  existing.onAuthChange(presence.tell);
  // Made once: a dialog that finds another function under the same name asks again.
  const calls = Object.fromEntries(
    Object.entries(existing)
      .filter(([, method]) => typeof method === 'function')
      .map(([name, method]) => [name, settling(method as Call)]),
  ) as Record<Method, Call>;

  type Following = (name: Method) => Call;
  const signingIn: Following =
    (name) =>
    (...given) =>
      presence.signIn(name.startsWith('signup') ? 'signup' : 'login', calls[name](...given));
  const leaving: Following =
    (name) =>
    async (...given) => {
      const answer = await calls[name](...given);
      presence.signOut();
      return answer;
    };
  const changing =
    (memberOf: (data: never) => Member): Following =>
    (name) =>
    (...given) =>
      presence.update(calls[name](...given), memberOf);
  const changingPart =
    (partOf: (data: never, member: Member) => Partial<Member>): Following =>
    (name) =>
    async (...given) => {
      const answer = await calls[name](...given);
      presence.change((member) => partOf(answer.data, member));
      return answer;
    };

  const whole = changing((data: Member) => data);
  const inAnswer = changing(({ member }: { member: Member }) => member);
  const picture = changingPart(({ profileImage }: Pick<Member, 'profileImage'>) => ({ profileImage }));
  const providers = changingPart((data: Pick<Member['auth'], 'providers'>, { auth }) => ({
    auth: { ...auth, providers: data.providers },
  }));
  const following: Partial<Record<Method, Following>> = {
    signupMemberEmailPassword: signingIn,
    signupMemberPasswordless: signingIn,
    loginMemberEmailPassword: signingIn,
    loginMemberPasswordless: signingIn,
    loginWithProvider: signingIn,
    signupWithProvider: signingIn,
    logout: leaving,
    deleteMember: leaving,
    updateMember: whole,
    updateMemberAuth: whole,
    setPassword: whole,
    addPlan: inAnswer,
    removePlan: inAnswer,
    updateMemberProfileImage: picture,
    deleteMemberProfileImage: picture,
    connectProvider: providers,
    disconnectProvider: providers,
  };
  const followed = Object.fromEntries(
    Object.entries(following).map(([name, follow]) => [name, follow(name as Method)]),
  );
  const own: Partial<Membership> = {
    getMemberCookie: token,
    knownMember: presence.known,
    rememberedMember: () => null,
    onAuthChange: presence.onAuthChange,
    async getCurrentMember() {
      const before = presence.known();
      const answer = token() === null ? { data: null } : ((await calls.getCurrentMember()) as Answer<Member | null>);
      const known = presence.known();
      // Race: what the page has changed meanwhile, or the client has told by itself, is newer.
      if (known !== before && known !== undefined) return { data: known };
      presence.tell(answer.data);
      return answer;
    },
    // The existing client sends no return address.
    launchStripeCustomerPortal: (portal) => calls.launchStripeCustomerPortal({ returnUrl: location.href, ...portal }),
  };
  return { ...calls, ...followed, ...own } as Membership;
}

/** The client keeps the session itself. */
const ignore = () => undefined;
const noSession = { start: ignore, end: ignore, remember: ignore, remembered: () => null, watch: ignore };

/** It runs at once, so that windows open in the press itself. @throws RequestError with what the client rejects with */
const settling =
  (method: Call): Call =>
  async (...given) => {
    try {
      return await method(...given);
    } catch (error) {
      throw failureOf(error);
    }
  };

function failureOf(error: unknown): Error {
  if (error instanceof Error) return error;
  const { code = 'unknown-error', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return Object.assign(new RequestError(code, message, 0), error);
}
