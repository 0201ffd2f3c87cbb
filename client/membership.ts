import type { MembershipCalls } from '../contract/calls/membership-calls.ts';
import type { Member } from '../contract/members.ts';
import type { Plan } from '../contract/site.ts';
import { accountCalls, type FieldChanges } from './account-calls.ts';
import { memberCalls } from './member-calls.ts';
import { throughPopup, type Purpose } from './popup.ts';
import { createPresence, type KnownMember } from './presence.ts';
import { createSend, fillIn, RequestError, type Answer, type Send } from './request.ts';
import { createSession, type RememberedMember } from './session.ts';

export { RequestError } from './request.ts';
export type { Answer } from './request.ts';
export type { KnownMember } from './presence.ts';
export type { RememberedMember } from './session.ts';
export type { Member } from '../contract/members.ts';
export type { App, Plan } from '../contract/site.ts';
export type { Auth } from '../contract/sign-in.ts';
export type { Channel, Comment } from '../contract/comments.ts';
export type { Team } from '../contract/teams.ts';

export interface MembershipOptions {
  /** The site's public key, `pk_…`. */
  publicKey: string;
  /** `app_…`, where the site uses it. */
  appId?: string;
  /** Bare origin of the service: `https://members.example.org`, without a slash at its end. */
  domain: string;
  /** Keeps the session in a cookie of the page's own origin instead of its storage. */
  useCookies?: boolean;
}

export interface ProviderSignup {
  provider: string;
  customFields?: FieldChanges;
  plans?: { planId: string }[];
  inviteToken?: string;
}

export interface Checkout {
  priceId: string;
  couponId?: string;
  metadataForCheckout?: Record<string, string>;
  /** Where to return to; a path of the page's own origin will do. */
  successUrl?: string;
  cancelUrl?: string;
  /** Goes to the card provider's page at once, unless false. */
  autoRedirect?: boolean;
}

export interface BillingPortal {
  returnUrl?: string;
  autoRedirect?: boolean;
  priceIds?: string[];
}

/** What a member can sign in with. */
export type Providers = { provider: string }[];

/** What a page knows and hears of who is signed in. */
export interface MemberOfPage {
  /** Every plan of the site, free ones and paid ones. */
  getPlans: () => Promise<Answer<Plan[]>>;
  /** The session's token, for a page's own server; null for a visitor. */
  getMemberCookie: () => string | null;
  /** What is known of who is signed in, without asking: undefined before the first answer, null for a visitor. */
  knownMember: () => KnownMember;
  /** What this browser remembers of somebody who was signed in when the page was left. */
  rememberedMember: () => RememberedMember | null;
  /** Calls back with the member after every change, null after log-out; in all tabs. Not at once. */
  onAuthChange: (listener: (member: Member | null) => void) => { unsubscribe: () => void };
}

// Written out of parts rather than read off the function: so the declarations keep what is said about each call.
export type Membership = ReturnType<typeof accountCalls> &
  ReturnType<typeof memberCalls> &
  ReturnType<typeof providerCalls> &
  ReturnType<typeof paymentCalls> &
  MemberOfPage;

/**
 * The membership of a site, for its pages: every call, the session in this browser, and who is signed in.
 *
 * Calls answer as the service does, `{ data }`, and throw `RequestError` with `code` and `message` when they did not
 * succeed. After each that changes the member, everybody who listens is told.
 *
 * @example
 * const membership = createMembership({ publicKey: 'pk_…', domain: 'https://members.example.org' });
 * const { data } = await membership.loginMemberEmailPassword({ email, password });
 */
export function createMembership(options: MembershipOptions): Membership {
  const session = createSession({ useCookies: options.useCookies === true });
  const presence = createPresence(session);
  const send = sendInSession(options, session.token, presence.signOut);
  const account = accountCalls(send);
  const member = memberCalls(send);

  async function getCurrentMember(): Promise<Answer<Member | null>> {
    if (session.token() === null) {
      if (presence.known() !== null) presence.signOut();
      return { data: null };
    }
    const answer = await account.getCurrentMember();
    if (answer.data) presence.tell(answer.data);
    else presence.signOut();
    return answer;
  }
  // A failure is ignored: the next call reports it.
  session.watch(() => void getCurrentMember().catch(() => undefined));

  const takePicture = async <Answered extends Answer<{ profileImage: string | null }>>(
    answering: Promise<Answered>,
  ) => {
    const answer = await answering;
    presence.change(() => answer.data);
    return answer;
  };
  const leave = async <Answered>(answering: Promise<Answered>): Promise<Answered> => {
    const answer = await answering;
    presence.signOut();
    return answer;
  };

  return {
    ...account,
    ...member,
    ...signInCalls(presence, account, member),
    ...providerCalls(options, presence, send),
    ...paymentCalls(send),
    getCurrentMember,
    getPlans: async () => ({ data: (await account.getApp()).data.plans }),

    // Where the service cannot be reached, the browser stays logged in and the call fails.
    logout: () => leave(account.logout()),
    deleteMember: () => leave(member.deleteMember()),

    updateMember: (change: { customFields: FieldChanges }) =>
      presence.update(account.updateMember(change), (data) => data),
    updateMemberAuth: (change: Parameters<typeof member.updateMemberAuth>[0]) =>
      presence.update(member.updateMemberAuth(change), (data) => data),
    setPassword: (body: { password: string }) => presence.update(member.setPassword(body), (data) => data),
    addPlan: (body: { planId: string }) => presence.update(member.addPlan(body), (data) => data.member),
    removePlan: (body: { planId: string }) => presence.update(member.removePlan(body), (data) => data.member),
    updateMemberProfileImage: (change: { profileImage: File | null }) =>
      takePicture(member.updateMemberProfileImage(change)),
    deleteMemberProfileImage: () => takePicture(member.deleteMemberProfileImage()),

    getMemberCookie: session.token,
    knownMember: presence.known,
    rememberedMember: session.remembered,
    onAuthChange: presence.onAuthChange,
  };
}

type Presence = ReturnType<typeof createPresence>;

/** A session that turns out to be over is forgotten, unless another one has begun meanwhile. */
function sendInSession(
  { publicKey, appId, domain }: MembershipOptions,
  token: () => string | null,
  onOver: () => void,
): Send<MembershipCalls> {
  const send = createSend<MembershipCalls>({
    publicKey,
    origin: domain,
    session: token,
    path: () => location.pathname,
    appId,
  });
  return async (name, ...sent) => {
    const asked = token();
    try {
      return await send(name, ...sent);
    } catch (error) {
      const isOver = error instanceof RequestError && error.code === 'login-required';
      if (isOver && asked !== null && token() === asked) onOver();
      throw error;
    }
  };
}

function signInCalls(
  { signIn }: Presence,
  account: ReturnType<typeof accountCalls>,
  member: ReturnType<typeof memberCalls>,
) {
  return {
    signupMemberEmailPassword: (...given: Parameters<typeof account.signupMemberEmailPassword>) =>
      signIn(account.signupMemberEmailPassword(...given)),
    signupMemberPasswordless: (...given: Parameters<typeof member.signupMemberPasswordless>) =>
      signIn(member.signupMemberPasswordless(...given)),
    loginMemberEmailPassword: (...given: Parameters<typeof account.loginMemberEmailPassword>) =>
      signIn(account.loginMemberEmailPassword(...given)),
    loginMemberPasswordless: (...given: Parameters<typeof member.loginMemberPasswordless>) =>
      signIn(member.loginMemberPasswordless(...given)),
  };
}

/** Windows of providers. Call these in the click itself, before anything is awaited, or browsers block the window. */
function providerCalls(
  { publicKey, appId, domain }: MembershipOptions,
  presence: Presence,
  send: Send<MembershipCalls>,
) {
  const popup = <Of extends Purpose>(
    purpose: Of,
    query: Omit<MembershipCalls[`GET /auth-provider/${Of}`]['address'], 'publicKey'>,
  ): URL =>
    new URL(domain + fillIn(`/auth-provider/${purpose}`, { publicKey, appId, origin: location.hostname, ...query }));
  // The protocol wants them in code once more than the query itself.
  const inCode = (value: object | undefined) => value && encodeURIComponent(JSON.stringify(value));
  const take = <Data extends { providers: Providers }>(answer: Answer<Data>): Answer<Data> => {
    presence.change(({ auth }) => ({ auth: { ...auth, providers: answer.data.providers } }));
    return answer;
  };
  return {
    /** Signs in in a window of the provider. Somebody without an account is refused, unless `allowSignup`. */
    loginWithProvider: ({ provider, allowSignup = false }: { provider: string; allowSignup?: boolean }) =>
      presence.signIn(throughPopup('login', domain, popup('login', { provider, allowSignup: String(allowSignup) }))),

    /** Makes an account in a window of the provider, or logs in where there is one. */
    signupWithProvider: ({ provider, inviteToken, customFields, plans }: ProviderSignup) =>
      presence.signIn(
        throughPopup(
          'signup',
          domain,
          popup('signup', { provider, inviteToken, customFields: inCode(customFields), plans: inCode(plans) }),
        ),
      ),

    /** Lets the member sign in with a provider from now on. What stands for the session in the address works once. */
    connectProvider: async ({ provider }: { provider: string }) =>
      take(
        await throughPopup(
          'connect',
          domain,
          send('POST /member/connect-provider/ticket').then(({ data }) =>
            popup('connect', { provider, ticket: data.ticket }),
          ),
        ),
      ),

    /** Ends that, unless it is the only way to log in. */
    disconnectProvider: async (body: { provider: string }) =>
      take(await send('POST /member/disconnect-provider', body)),
  };
}

function paymentCalls(send: Send<MembershipCalls>) {
  const absolute = (address: string | undefined) => address && new URL(address, location.href).href;
  const goTo = (answer: Answer<{ url: string }>, autoRedirect = true) => {
    if (autoRedirect) location.assign(answer.data.url);
    return answer;
  };
  return {
    /** Goes to the card provider to pay for a price. The service decides what it costs. */
    purchasePlansWithCheckout: async ({ successUrl, cancelUrl, autoRedirect, ...rest }: Checkout) =>
      goTo(
        await send('POST /member/plans/create-checkout-session', {
          ...rest,
          success_url: absolute(successUrl),
          cancel_url: absolute(cancelUrl ?? location.href),
          origin_url: location.origin,
        }),
        autoRedirect,
      ),

    /** Goes to where a member sees payments and ends subscriptions. */
    launchStripeCustomerPortal: async ({ returnUrl, autoRedirect, priceIds = [] }: BillingPortal = {}) =>
      goTo(
        await send('POST /member/create-billing-portal-session', {
          priceIds,
          return_url: absolute(returnUrl ?? location.href),
          origin_url: location.origin,
        }),
        autoRedirect,
      ),
  };
}
