import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { Member } from '../contract/members.ts';
import type { Auth, FactorSetup } from '../contract/sign-in.ts';
import type { Plan } from '../contract/site.ts';
import { accountCalls, passwordCalls, type FieldChanges } from './account-calls.ts';
import { memberCalls } from './member-calls.ts';
import { throughPopup, type Purpose } from './popup.ts';
import { createPresence, type KnownMember } from './presence.ts';
import { createSend, fillIn, RequestError, type Answer, type Send } from './request.ts';
import { secondFactorCalls } from './second-factor-calls.ts';
import { secondStepCalls } from './second-step-calls.ts';
import { createSession, type RememberedMember, type Session } from './session.ts';
import { checkSignIn, type CheckSignIn } from './sign-in-failures.ts';

export { checkSignIn } from './sign-in-failures.ts';

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
  /** Ends the member's other subscriptions with their paid period once this price is paid. */
  replacesSubscriptions?: boolean;
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

/** The signed-in member as a page reads and observes it. */
export interface MemberOfPage {
  /** Every plan of the site, free ones and paid ones. */
  getPlans: () => Promise<Answer<Plan[]>>;
  /** The session's token, for a page's own server; null for a visitor. */
  getMemberCookie: () => string | null;
  /** The signed-in member without a request: undefined before the first answer, null for a visitor. */
  knownMember: () => KnownMember;
  /** The excerpt this browser keeps of the member whose session it holds, from an earlier page. */
  rememberedMember: () => RememberedMember | null;
  /**
   * Calls back with the member after every change, with null after log-out; in all tabs. Not when it is registered.
   * `isOver` is true beside null where the service says that the session has ended.
   */
  onAuthChange: (listener: (member: Member | null, isOver?: boolean) => void) => { unsubscribe: () => void };
}

// Composed of parts, not inferred from the function: inferred declarations would lose the doc comment of each call.
export type Membership = ReturnType<typeof accountCalls> &
  ReturnType<typeof passwordCalls> &
  ReturnType<typeof memberCalls> &
  ReturnType<typeof secondStepCalls> &
  FactorSetupCall &
  ReturnType<typeof providerCalls> &
  ReturnType<typeof paymentCalls> &
  MemberOfPage;

/**
 * The membership of a site, for its pages: every call, the session in this browser, and the signed-in member.
 *
 * Calls answer as the service does, `{ data }`, and throw `RequestError` with `code` and `message` when they did not
 * succeed. After each that changes the member, the listeners of `onAuthChange` are called.
 *
 * @example
 * const membership = createMembership({ publicKey: 'pk_…', domain: 'https://members.example.org' });
 * const { data } = await membership.loginMemberEmailPassword({ email, password });
 */
export function createMembership(options: MembershipOptions): Membership {
  const { shared, ...first } = createFirstCalls(options, checkSignIn);
  return { ...first, ...laterCalls(shared) };
}

/**
 * What every page needs at once, or within a press of its visitor; `shared` is for the calls that may come later.
 *
 * @param check judges the answer to each sign-in
 */
export function createFirstCalls(
  options: MembershipOptions,
  check: CheckSignIn,
): FirstCalls & { shared: SharedByCalls } {
  const session = createSession({ useCookies: options.useCookies === true });
  const presence = createPresence(session, check);
  const send = sendInSession(options, session.token, presence.signOut);
  const account = accountCalls(send);

  /** As the service said last: known by that, a member has not been changed by the page. */
  let answered: KnownMember;
  async function getCurrentMember(): Promise<Answer<Member | null>> {
    const asked = session.token();
    if (asked === null) {
      if (presence.known() !== null) presence.signOut();
      return { data: null };
    }
    const before = presence.known();
    const answer = await account.getCurrentMember();
    const now = presence.known();
    // Race: a proof has replaced the token since, in this tab or another, a log-in or log-out the session, or the page has
    // changed the member, and the answer may be older.
    if (session.token() !== asked || (now !== before && now !== answered)) return getCurrentMember();
    if (answer.data) presence.tell((answered = answer.data));
    else presence.signOut(true);
    return answer;
  }
  // A failure is ignored: the next call reports it.
  session.watch(() => void getCurrentMember().catch(() => undefined));

  return {
    ...account,
    ...providerCalls(options, { presence, send, token: session.token }),
    getCurrentMember,
    getPlans: async () => ({ data: (await account.getApp()).data.plans }),

    // Where the service cannot be reached, the browser stays logged in and the call fails.
    logout: () => leave(presence, account.logout()),
    updateMember: (change: { customFields: FieldChanges }) =>
      presence.update(account.updateMember(change), (data) => data),

    getMemberCookie: session.token,
    knownMember: presence.known,
    rememberedMember: session.remembered,
    onAuthChange: presence.onAuthChange,
    shared: {
      presence,
      send,
      account,
      token: session.token,
      sendAs: (token) => sendInSession(options, () => token, ignore),
    },
  };
}

export type FirstCalls = ReturnType<typeof accountCalls> & ReturnType<typeof providerCalls> & MemberOfPage;
export type LaterCalls = ReturnType<typeof passwordCalls> &
  ReturnType<typeof memberCalls> &
  ReturnType<typeof secondStepCalls> &
  FactorSetupCall &
  ReturnType<typeof paymentCalls>;

type SendAs = (token: string) => Send<MembershipCalls>;

/** What the calls of one membership share. */
export interface SharedByCalls {
  presence: Presence;
  send: Send<MembershipCalls>;
  account: ReturnType<typeof accountCalls>;
  token: Session['token'];
  /** Calls with another token than the session's. */
  sendAs: SendAs;
}

/** A second factor that a site requires, set up at a log-in or sign-up that was refused with `second-factor-setup-required`. */
export interface FactorSetupCall {
  /** The calls of the set-up. @param setup as it stands in the refusal */
  setUpFactor: (setup: FactorSetup) => Promise<FactorSetupCalls>;
}

/** The calls of a set-up; they go with its token. */
export type FactorSetupCalls = Pick<
  ReturnType<typeof secondFactorCalls>,
  'beginPasskey' | 'addPasskey' | 'beginAuthenticator' | 'confirmAuthenticator'
> & {
  /** Begins the session, once a factor is set up. Answers as the log-in would have. */
  finish: () => Promise<Answer<Auth>>;
};

/** What no page needs before a visitor or member acts on it: the widget fetches these calls with the first of them. */
export function laterCalls({ presence, send: sendAny, token, sendAs }: SharedByCalls): LaterCalls {
  const send: typeof sendAny = async (name, ...sent) => {
    // Not worth a request.
    if (token() === null && /^\w+ \/member/.test(name))
      throw new RequestError('login-required', 'Member not logged in', 401);
    return sendAny(name, ...sent);
  };
  const member = memberCalls(send);
  const withPassword = passwordCalls(send);
  const second = secondStepCalls(send);
  const takePicture = async <Answered extends Answer<{ profileImage: string | null }>>(
    answering: Promise<Answered>,
  ) => {
    const answer = await answering;
    presence.change(() => answer.data);
    return answer;
  };
  return {
    ...member,
    ...withPassword,
    ...paymentCalls(send),
    signupMemberEmailPassword: (...given: Parameters<typeof withPassword.signupMemberEmailPassword>) =>
      presence.signIn('signup', withPassword.signupMemberEmailPassword(...given)),
    loginMemberEmailPassword: (...given: Parameters<typeof withPassword.loginMemberEmailPassword>) =>
      presence.signIn('login', withPassword.loginMemberEmailPassword(...given)),
    signupMemberPasswordless: (...given: Parameters<typeof member.signupMemberPasswordless>) =>
      presence.signIn('signup', member.signupMemberPasswordless(...given)),
    loginMemberPasswordless: (...given: Parameters<typeof member.loginMemberPasswordless>) =>
      presence.signIn('login', member.loginMemberPasswordless(...given)),
    beginPasskeyLogin: second.beginPasskeyLogin,
    loginMemberPasskey: (...given: Parameters<typeof second.loginMemberPasskey>) =>
      presence.signIn('login', second.loginMemberPasskey(...given)),
    loginMemberSecondStep: (...given: Parameters<typeof second.loginMemberSecondStep>) =>
      presence.signIn('login', second.loginMemberSecondStep(...given)),
    setUpFactor: async (setup) => {
      const sendForSetup = sendAs(setup.tokens!.accessToken);
      const whole = async () => {
        const answer = await sendForSetup('GET /member');
        return { data: { ...setup, member: answer.data! } };
      };
      return { ...secondFactorCalls(sendForSetup), finish: () => presence.signIn('login', whole()) };
    },
    proveMember: async (...given: Parameters<typeof member.proveMember>) => {
      const answer = await member.proveMember(...given);
      presence.begin(answer.data);
      return answer;
    },
    deleteMember: () => leave(presence, member.deleteMember()),
    updateMemberAuth: (change: Parameters<typeof member.updateMemberAuth>[0]) =>
      presence.update(member.updateMemberAuth(change), (data) => data),
    setPassword: (body: { password: string }) => presence.update(member.setPassword(body), (data) => data),
    addPlan: (body: { planId: string }) => presence.update(member.addPlan(body), (data) => data.member),
    removePlan: (body: { planId: string }) => presence.update(member.removePlan(body), (data) => data.member),
    updateMemberProfileImage: (change: { profileImage: File | null }) =>
      takePicture(member.updateMemberProfileImage(change)),
    deleteMemberProfileImage: () => takePicture(member.deleteMemberProfileImage()),
  };
}

const ignore = () => undefined;

async function leave<Answered>({ signOut }: Presence, answering: Promise<Answered>): Promise<Answered> {
  const answer = await answering;
  signOut();
  return answer;
}

type Presence = ReturnType<typeof createPresence>;

/** Forgets the session on `login-required`, unless another one has begun since the request (race). */
function sendInSession(
  { publicKey, appId, domain }: MembershipOptions,
  token: () => string | null,
  onOver: (isOver: true) => void,
): Send<MembershipCalls> {
  const send = createSend<MembershipCalls>({
    publicKey,
    origin: domain,
    session: token,
    path: () => location.pathname,
    appId,
  });
  return async (name, ...sent) => {
    const sentToken = token();
    try {
      return await send(name, ...sent);
    } catch (error) {
      const isOver = (error as Partial<RequestError>).code === 'login-required';
      if (isOver && sentToken !== null && token() === sentToken) onOver(isOver);
      throw error;
    }
  };
}

type QueryOf<Of extends Purpose> = Omit<MembershipCalls[`GET /auth-provider/${Of}`]['address'], 'publicKey'>;

/** Windows of providers. Call these in the click itself, before anything is awaited, or browsers block the window. */
function providerCalls(
  { publicKey, appId, domain }: MembershipOptions,
  { presence, send, token }: Pick<SharedByCalls, 'presence' | 'send' | 'token'>,
) {
  const popup = <Of extends Purpose>(purpose: Of, query: QueryOf<Of>): URL =>
    new URL(domain + fillIn(`/auth-provider/${purpose}`, { publicKey, appId, origin: location.hostname, ...query }));
  // The protocol has these URL-encoded once more than the query itself.
  const encoded = (value: object | undefined) => value && encodeURIComponent(JSON.stringify(value));
  /** A window carries no session of the page, so the one that the page holds ends here (OWASP ASVS 7.2.4). */
  const enter = <Of extends 'login' | 'signup'>(purpose: Of, query: QueryOf<Of>) =>
    presence.signIn(
      purpose,
      throughPopup<'login' | 'signup'>(purpose, domain, popup(purpose, query)).then((answer) => {
        const goOn = () => answer;
        // A failure is ignored: the old session ends by itself after a while, and the new one is there.
        return token() !== null ? send('POST /member/logout').then(goOn, goOn) : answer;
      }),
    );
  const take = <Data extends { providers: Providers }>(answer: Answer<Data>): Answer<Data> => {
    presence.change(({ auth }) => ({ auth: { ...auth, providers: answer.data.providers } }));
    return answer;
  };
  return {
    /** Signs in in a window of the provider. A visitor without an account is refused, unless `allowSignup`. */
    loginWithProvider: ({ provider, allowSignup = false }: { provider: string; allowSignup?: boolean }) =>
      enter('login', { provider, allowSignup: String(allowSignup) }),

    /** Makes an account in a window of the provider, or logs in where there is one. */
    signupWithProvider: ({ provider, inviteToken, customFields, plans }: ProviderSignup) =>
      enter('signup', { provider, inviteToken, customFields: encoded(customFields), plans: encoded(plans) }),

    /** Lets the member sign in with a provider from now on. A one-time ticket stands for the session in the address. */
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

    /** Disconnects a provider; refused for the last one of a member without a password. */
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
