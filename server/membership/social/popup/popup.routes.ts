import type { FastifyReply, FastifyRequest } from 'fastify';
import { providerCalls } from '../../../../contract/calls/providers.ts';
import { refusalOf } from '../../../platform/http/answers.ts';
import { setCookie } from '../../../platform/http/cookies.ts';
import { messagePage, pagePolicy } from '../../../platform/http/plain-page.ts';
import { sendPage } from '../../../platform/http/plain-pages.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { createSignInProviders } from '../../../platform/openid.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent } from '../../../platform/security-events/record-event.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import type { Services } from '../../services.ts';
import { findSession } from '../../sessions/sessions.ts';
import type { PopupRequest } from '../attempt.ts';
import { createTicket, takeAttempt, takeTicket } from '../attempts.ts';
import { ownCallbackPath, sharedCallbackPath } from '../callbacks.ts';
import { findOpener, type Opener, type Opening } from './openers.ts';
import { popupCookie, readPopupCookie } from './popup-cookie.ts';
import { popupPage, popupPolicy } from './popup-page.ts';
import { readSignup } from './popup-query.ts';
import { departToProvider, returnFromProvider, type SocialServices } from './popup.ts';

/** The popups for signing in with providers: pages, which have no key in a header. */
export function popupRoutes(app: Http, services: Services): void {
  const { outbound, log } = services;
  const providers = createSignInProviders({ outbound, log });
  void app.register(async (popups) => {
    popups.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'content-security-policy': pagePolicy,
        // Addresses here have states and codes, which must not leak.
        'referrer-policy': 'no-referrer',
        // A stricter policy would sever `window.opener`.
        'cross-origin-opener-policy': 'unsafe-none',
      });
    });
    // Without a known opener there is no one to post a message to, so the page shows the refusal.
    popups.setErrorHandler((error, request, reply) => {
      const refusal = noteFault(error, request);
      return sendPage(reply, messagePage('That did not work', refusal.message), refusal.status);
    });
    departureRoutes(popups, { ...services, providers });
    connectRoute(popups, { ...services, providers });
    callbackRoutes(popups, { ...services, providers });
  });
}

function departureRoutes(app: Http, services: SocialServices): void {
  const serve = serving(app, providerCalls);
  const depart = createDeparture(services);

  serve('GET /auth-provider/login', (request, reply) =>
    depart(request, reply, () => ({
      request: { purpose: 'login', allowSignup: request.query.allowSignup === 'true' },
    })),
  );

  serve('GET /auth-provider/signup', (request, reply) =>
    depart(request, reply, () => ({ request: readSignup(request.query, request.headers.referer) })),
  );
}

function connectRoute(app: Http, services: SocialServices): void {
  const depart = createDeparture(services);

  serving(app, providerCalls)(
    'GET /auth-provider/connect',
    (request, reply) =>
      depart(
        request,
        reply,
        async () => {
          const { ticket, member } = request.query;
          // Still there: the site takes no session in an address.
          if (member !== undefined) throw new Refusal('connect-ticket-required');
          const sessionHash = ticket === undefined ? undefined : await takeTicket(services.db, ticket);
          return { request: { purpose: 'connect' }, sessionHash };
        },
        { mustRefer: true },
      ),
    {
      // Existing clients put the session token into the address. Where the site accepts that, a redirect removes it first.
      onRequest: async (request, reply) => {
        const clean = await withoutToken(services, new URL(request.url, services.appUrl));
        // The redirect's target needs the opener's origin in its `Referer`.
        if (clean) await reply.header('referrer-policy', 'strict-origin').redirect(clean, 302);
      },
    },
  );
}

/**
 * The same address with a ticket in place of a valid token. undefined for a site that accepts no session in an address
 * (ASVS 14.2.1).
 */
async function withoutToken({ sites, db }: Services, url: URL): Promise<string | undefined> {
  const query = url.searchParams;
  const token = query.get('member');
  if (token === null) return undefined;
  const site = await sites.findByKey(query.get('publicKey') ?? '');
  if (site?.sessionInAddress === false) return undefined;
  query.delete('member');
  const session = site && (await findSession(db, site.id, token));
  const ticket = session && (await createTicket(db, session));
  if (ticket !== undefined) query.set('ticket', ticket);
  return url.pathname + url.search;
}

function callbackRoutes(app: Http, services: SocialServices): void {
  const serve = serving(app, providerCalls);
  const arrive = createArrival(services);
  serve('GET /auth-provider/callback', (request, reply) =>
    arrive(request, reply, { state: request.query.state, callbackPath: sharedCallbackPath }),
  );
  serve('GET /auth-provider/callback/:appId/:provider', (request, reply) => {
    const { appId, provider } = request.params;
    return arrive(request, reply, { state: request.query.state, callbackPath: ownCallbackPath(appId, provider) });
  });
}

/** Handles the provider's response. */
function createArrival(services: SocialServices) {
  const { appUrl, db } = services;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { state = '', callbackPath }: { state: string | undefined; callbackPath: string },
  ): Promise<FastifyReply> => {
    const callbackUrl = new URL(callbackPath + new URL(request.url, appUrl).search, appUrl);
    const browserSecret = readPopupCookie(appUrl, state, request.cookies);
    const attempt =
      browserSecret === undefined ? undefined : await takeAttempt(db, { state, browserSecret, callbackPath });
    if (!attempt) {
      recordEvent('provider-answer', { outcome: 'foreign-state', purpose: 'unknown' });
      throw new Refusal('provider-sign-in-failed', {
        message: 'This sign-in was not begun here, or has ended. Please close this window and try again.',
      });
    }
    describeRequest({ site: ref(attempt.siteId) });
    setCookie(reply, appUrl, popupCookie(state, undefined));
    const opener = { site: await services.sites.get(attempt.siteId), origin: attempt.origin };
    try {
      const { clientAddress, headers } = request;
      const userAgent = headers['user-agent'];
      const message = await returnFromProvider(services, { attempt, callbackUrl, clientAddress, userAgent });
      return sendEnd(reply, popupPage({ siteName: opener.site.name, origin: opener.origin, message }));
    } catch (error) {
      return sendRefusal(reply, opener, noteFault(error, request));
    }
  };
}

type Wish = { request: PopupRequest; sessionHash?: Buffer | undefined };
type OpenerQuery = { provider: string; publicKey: string; appId?: string; origin?: string };

/** Redirects a popup to the provider. Once the opener is known, refusals are posted to it. */
function createDeparture(services: SocialServices) {
  const { appUrl } = services;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    readWish: () => Wish | Promise<Wish>,
    { mustRefer = false }: Partial<Pick<Opening, 'mustRefer'>> = {},
  ): Promise<FastifyReply> => {
    const query = request.query as OpenerQuery;
    const opener = await findOpener(services, { ...query, referer: request.headers.referer, mustRefer });
    try {
      const wish = await readWish();
      const { clientAddress } = request;
      const departed = await departToProvider(services, { opener, key: query.provider, clientAddress, ...wish });
      const { url, state, browserSecret } = departed;
      return await setCookie(reply, appUrl, popupCookie(state, browserSecret)).redirect(url.href, 302);
    } catch (error) {
      return sendRefusal(reply, opener, noteFault(error, request));
    }
  };
}

function noteFault(error: unknown, request: FastifyRequest): Refusal {
  const refusal = refusalOf(error, request);
  if (!(error instanceof Refusal) && refusal.status >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, refusal.message);
  return refusal;
}

const sendEnd = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
  sendPage(reply.header('content-security-policy', popupPolicy), html, status);

function sendRefusal(reply: FastifyReply, { site, origin }: Opener, refusal: Refusal): FastifyReply {
  const { extras, code, message, status, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return sendEnd(
    reply,
    popupPage({ siteName: site.name, origin, message: { error: { ...extras, code, message } } }),
    status,
  );
}
