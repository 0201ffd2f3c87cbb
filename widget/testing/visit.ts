import { onTestFinished, vi } from 'vitest';
import { createMembership } from '../../client/membership.ts';
import { errors } from '../../contract/errors.ts';
import type { Member, PlanConnection } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';
import type { ModalParams, ModalResult } from '../modal/contract.ts';
import { cart } from '../page/cart.ts';
import { all } from '../page/dom.ts';
import type { Load, Page, Parts } from '../page/page.ts';
import { mayOpen } from '../page/pages.ts';
import { createWho } from '../page/who.ts';

/**
 * Visits to a foreign page, for tests of what the widget does there: a document, the address it stands at, the service
 * it asks. What a real browser is needed for – layout, navigation, frames, properties hidden by elements of the same
 * name – the journeys try.
 */

/** The page's document, as Vitest's environment hands it out. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

export const home = 'https://site.example';

/**
 * Comes to a page with this body.
 *
 * @param path within the site
 * @returns where the page has led since, instead of leading there
 */
export function arrive(body = '', path = '/page'): { wentTo: string[] } {
  localStorage.clear();
  sessionStorage.clear();
  const browser = document.defaultView!.location;
  jsdom.reconfigure({ url: home + path });
  document.body.innerHTML = body;
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  const wentTo: string[] = [];
  const go = (address: string) => void wentTo.push(address);
  vi.stubGlobal(
    'location',
    new Proxy({}, { get: (_, name) => (name === 'assign' || name === 'replace' ? go : Reflect.get(browser, name)) }),
  );
  endObserversWithTest();
  onTestFinished(() => void vi.unstubAllGlobals());
  return { wentTo };
}

/** All tests share one document: what observes the page of one would look at the pages of those after it. */
function endObserversWithTest(): void {
  const observers: MutationObserver[] = [];
  vi.stubGlobal(
    'MutationObserver',
    class extends MutationObserver {
      constructor(hear: MutationCallback) {
        super(hear);
        observers.push(this);
      }
    },
  );
  onTestFinished(() => observers.forEach((observer) => observer.disconnect()));
}

/** The first element that a selector finds. */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const [found] = all(document, selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found as Found;
}

/** What the service answers to one call: the data, what it refuses, or a whole answer. */
type Reply = object | string | null | Refusal | ((body: unknown) => unknown);

class Refusal {
  readonly code: string;
  readonly message: string;
  readonly extras: object;
  constructor(code: string, message: string, extras: object) {
    this.code = code;
    this.message = message;
    this.extras = extras;
  }
}
export const refusal = (code: string, message = code, extras: object = {}): Refusal =>
  new Refusal(code, message, extras);

/**
 * A service that answers these calls and no other, by method and path.
 *
 * @returns what it was asked, in order; more answers may be put into `answers` later
 */
export function serve(answers: Record<string, Reply>): { asked: { call: string; body: unknown }[] } {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', body }: { method?: string; body?: string | FormData | null }) => {
      const call = `${method} ${new URL(address).pathname}`;
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body;
      asked.push({ call, body: sent });
      if (!(call in answers)) throw new TypeError(`Nothing answers ${call}.`);
      const given = answers[call];
      const reply = await (typeof given === 'function' ? (given as (body: unknown) => unknown)(sent) : given);
      if (reply instanceof Refusal)
        return Response.json(
          { error: { code: reply.code, message: reply.message, ...reply.extras } },
          { status: errors[reply.code as keyof typeof errors]?.status ?? 400 },
        );
      return reply instanceof Response ? reply : Response.json({ data: reply });
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { asked };
}

/** Keeps a session in this browser, as a log-in on an earlier page has. */
export const stayLoggedIn = (): void => localStorage.setItem('_ms-mid', 'token');
/** As a log-out in another tab does. */
export const logOutElsewhere = (): void => localStorage.removeItem('_ms-mid');

/**
 * Comes to a page as a member who logged in on an earlier one. The widget has not asked the service for them yet.
 *
 * @param body of the page
 * @param answers of the service, as `serve` takes them
 * @param path within the site
 */
export function arriveAsMember(body: string, answers: Parameters<typeof serve>[0], path?: string) {
  const { wentTo } = arrive(body, path);
  stayLoggedIn();
  return { wentTo, ...serve(answers), page: openPage() };
}

/** A member of whom nothing is known but what is said here. */
export const memberWith = ({
  auth,
  ...rest
}: Partial<Omit<Member, 'auth'>> & { auth?: Partial<Member['auth']> } = {}): Member => ({
  id: 'mem_1',
  verified: true,
  profileImage: null,
  auth: { email: 'ada@example.org', hasPassword: true, providers: [], ...auth },
  loginRedirect: null,
  stripeCustomerId: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  metaData: {},
  customFields: {},
  permissions: [],
  planConnections: [],
  teams: { ownedTeams: [], joinedTeams: [] },
  ...rest,
});

/** That a member has a plan, a free one unless something else is said. */
export const connection = (planId: string, rest: Partial<PlanConnection> = {}): PlanConnection => ({
  id: `con_${planId}`,
  active: true,
  status: 'ACTIVE',
  planId,
  type: 'FREE',
  payment: null,
  ...rest,
});

/** A site in which everything is off but what is said here. */
export const siteWith = (rest: Partial<App> = {}): App =>
  ({
    id: 'app_1',
    mode: 'live',
    plans: [],
    contentGroups: [],
    authProviders: [],
    allowMemberSelfDelete: false,
    captchaRequired: false,
    ...rest,
  }) as App;

/** A content group of a site: addresses below `/club`, for members with plan `pln_club`. */
export const groupWith = (rest: Partial<App['contentGroups'][number]> = {}): App['contentGroups'][number] => ({
  id: 'grp_1',
  name: 'Club',
  key: 'club',
  allowAllMembers: false,
  redirect: null,
  urls: [{ url: '/club', filter: 'STARTS' }],
  plans: [{ id: 'pln_club' }],
  ...rest,
});

interface Opened {
  type: string;
  params: ModalParams;
  /** Ends the dialog as the visitor would. */
  end: (result: ModalResult) => void;
}

/** What acts have at hand on a page, with the real client; dialogs are noted, and end as the test says. */
export function openPage(): Page & { told: [text: string, kind: string][]; opened: Opened[] } {
  const membership = createMembership({ publicKey: 'pk_1', appId: 'app_1', domain: 'https://members.example' });
  const { getApp } = createWho(membership, () => undefined);
  const told: [string, string][] = [];
  const opened: Opened[] = [];
  const open = async (type: string, params: ModalParams, end: (result: ModalResult) => void) =>
    void opened.push({ type, params, end });
  const load = async (name: keyof Parts) => {
    if (name === 'acts') return import('../acts/acts.ts');
    if (name === 'shell') return import('../shell/shell.ts');
    if (name === 'comments') return import('../comments/comments.ts');
    throw new Error(`The test has no part called ${name}.`);
  };
  return {
    membership,
    modals: {
      open,
      hideModal: () => undefined,
      preloadModals: async () => undefined,
      openModal: (type, params = {}) => new Promise((resolve) => void open(type, params, resolve)),
    },
    load: Object.assign(load, { has: () => false }) as Load,
    cart,
    getApp,
    getCaptchaToken: async () => undefined,
    mayOpen,
    tell: (text, kind) => void told.push([text, kind]),
    takenOut: new Map(),
    templates: new Map(),
    redirect: undefined,
    told,
    opened,
  };
}
