import type { FastifyReply, FastifyRequest } from 'fastify';
import { administrationPath } from '../../../contract/administration.ts';
import { consolePage, isOpenInView, writesPerMember, type CallDefinition } from '../../../contract/call.ts';
import { checksCallers } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { describeRequest } from '../../platform/security-events/request-context.ts';
import type { MailStyle } from './mail-look.ts';
import { withMailLook } from './site-mail.ts';
import type { Session } from '../sessions/sessions.ts';
import type { SiteScope } from './site-scope.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The site of the request's public key. Set inside a site scope alone. */
    site: Site;
    /** The request's session. Set in calls whose caller is a member. */
    signedIn?: Session;
  }
}

declare module '../../platform/http/serve.ts' {
  interface OfMember {
    /** The request's session. */
    signedIn: Session;
  }
}

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE';
const allowedHeaders =
  'authorization, content-type, referring-path, x-api-key, x-app-id, x-session-id, x-session-transport, x-user-agent';
const readableHeaders = 'retry-after, x-request-id';
const preflightSeconds = '600';

/** CORS for the whole server: answers preflights, and lets pages read refusals without a route, such as 404. */
export function answerOrigins(app: Http, scope: SiteScope): void {
  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight && !isForNoPage(request)) await answerPreflight(scope, request, reply);
  });
  // Refusals before the routes of a site, which set the CORS headers themselves.
  app.addHook('onSend', async (request, reply) => {
    const isRefusal = reply.statusCode >= 400 && String(reply.getHeader('content-type')).startsWith('application/json');
    if (isRefusal && !reply.hasHeader('access-control-allow-origin') && !isForNoPage(request))
      await nameOriginIfKnown(scope, request, reply);
  });
}

/**
 * Calls for servers, and those of the console, get no CORS headers, not even refusals. Judged by the route: the URL may
 * be percent-encoded.
 */
const isForNoPage = ({ routeOptions, url }: FastifyRequest) => forNoPage.test(routeOptions.url ?? url);
const forNoPage = new RegExp(`^(?:${administrationPath}|${consolePage})(?:[/?]|$)`);

/** Without the database the refusal is sent without CORS headers. */
async function nameOriginIfKnown(scope: SiteScope, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await nameOrigin(scope, { request, reply, site: await scope.findSite(request) });
  } catch (error) {
    request.log.warn({ err: error }, 'The origin of a refused request could not be looked up.');
  }
}

/** Options of a site scope. */
export interface MountOptions {
  /** The routes exist for this site alone; other sites' keys get `not-found`. */
  onlySite?: string;
}

/** Routes of a site scope: public key, app id and origin are checked before the rest of the request is read. */
export function mountInScope(
  app: Http,
  scope: SiteScope,
  { define, onlySite, mailStyle }: MountOptions & { define: (scoped: Http) => void; mailStyle: MailStyle | undefined },
): void {
  void app.register(async (scoped) => {
    checksCallers(scoped, ['visitor', 'member']);
    scoped.decorateRequest('site');
    scoped.decorateRequest('signedIn');
    scoped.addHook('onRequest', async (request, reply) => {
      const site = await scope.findSite(request);
      await nameOrigin(scope, { request, reply, site });
      if (!site) throw new Refusal('app-not-found');
      describeRequest({ site: ref(site.id) });
      scope.requireOwnPage(request, site);
      if (onlySite !== undefined && site.id !== onlySite) throw new Refusal('not-found');
      requireReading(scope, request);
      request.site = withMailLook(site, request.headers['referring-path'], mailStyle);
    });
    // After the schemas: a malformed request is refused as such for visitors too.
    scoped.addHook('preHandler', async (request) => {
      const { call } = request.routeOptions.config;
      if (call?.caller !== 'member') return;
      request.signedIn = await scope.requireMember(request);
      const { memberId, viewedBy } = request.signedIn;
      describeRequest({ member: ref(memberId), ...(viewedBy !== undefined && { staff: ref(viewedBy) }) });
      if (request.signedIn.isSetupDue && !call.duringSetup) throw new Refusal('second-factor-setup-required');
      if (call.limits?.includes(writesPerMember)) await scope.countWrite(request.signedIn);
    });
    define(scoped);
  });
}

/**
 * Staff who see as a member change nothing: judged here, once, by what the call declares, for every call of visitors and
 * members. Also for a view that has ended.
 *
 * @throws Refusal view-is-read-only
 */
function requireReading(scope: SiteScope, request: FastifyRequest): void {
  const call: CallDefinition | undefined = request.routeOptions.config.call;
  if (scope.isInView(request) && !(call && isOpenInView(request.method, call))) throw new Refusal('view-is-read-only');
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  site: Site | undefined;
}

/** Sets the CORS headers for an accepted origin. @returns whether it is accepted */
async function nameOrigin(scope: SiteScope, { request, reply, site }: Exchange): Promise<boolean> {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !(await scope.isAccepted(origin, site))) return false;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': readableHeaders,
  });
  return true;
}

/** A preflight carries no key, so any site's origin is accepted; the request itself is checked against its own site. */
async function answerPreflight(scope: SiteScope, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (await nameOrigin(scope, { request, reply, site: undefined }))
    reply.headers({
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightSeconds,
    });
  await reply.status(204).send();
}
