import type { FastifyReply, FastifyRequest } from 'fastify';
import { administrationPath } from '../../../contract/administration.ts';
import { checksCallers } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { describeRequest } from '../../platform/security-events/request-context.ts';
import { writesPerMember } from '../../../contract/call.ts';
import type { MailStyle } from './mail-look.ts';
import { withMailLook } from './site-mail.ts';
import type { Session } from '../sessions/sessions.ts';
import type { SiteScope } from './site-scope.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The site whose key the request carries. Only inside a site scope. */
    site: Site;
    /** The session the request carries. Only in calls whose caller is a member. */
    signedIn?: Session;
  }
}

declare module '../../platform/http/serve.ts' {
  interface OfMember {
    /** The session the request carries. */
    signedIn: Session;
  }
}

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE';
const allowedHeaders =
  'authorization, content-type, referring-path, x-api-key, x-app-id, x-session-id, x-session-transport, x-user-agent';
const readableHeaders = 'retry-after, x-request-id';
const preflightSeconds = '600';

/** Answers preflights, and lets pages read refusals that no route gives: 404 and the like. For the whole server. */
export function answerOrigins(app: Http, scope: SiteScope): void {
  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight && !isForServers(request)) await answerPreflight(scope, request, reply);
  });
  // What is refused before it reaches the routes of a site, which name the origin themselves.
  app.addHook('onSend', async (request, reply) => {
    const isRefusal = reply.statusCode >= 400 && String(reply.getHeader('content-type')).startsWith('application/json');
    if (isRefusal && !reply.hasHeader('access-control-allow-origin') && !isForServers(request))
      await nameOriginIfKnown(scope, request, reply);
  });
}

/** No page may read what is said there, not even a refusal. The route tells, since its address may be spelled oddly. */
const isForServers = ({ routeOptions, url }: FastifyRequest) => forServers.test(routeOptions.url ?? url);
const forServers = new RegExp(`^${administrationPath}(?:[/?]|$)`);

/** While the database does not answer, the refusal goes out as it is. */
async function nameOriginIfKnown(scope: SiteScope, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await nameOrigin(scope, { request, reply, site: await scope.findSite(request) });
  } catch (error) {
    request.log.warn({ err: error }, 'The origin of a refused request could not be looked up.');
  }
}

export interface MountOptions {
  /** The routes exist for this site alone; another site's key finds nothing at these addresses. */
  onlySite?: string;
}

/** Routes behind key, app id and origin, which are judged before anything else of the request is read. */
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
      request.site = withMailLook(site, request.headers['referring-path'], mailStyle);
    });
    // After the schemas: what is not well formed is said to a visitor too.
    scoped.addHook('preHandler', async (request) => {
      const { call } = request.routeOptions.config;
      if (call?.caller !== 'member') return;
      request.signedIn = await scope.requireMember(request);
      describeRequest({ member: ref(request.signedIn.memberId) });
      if (call.limits?.includes(writesPerMember)) await scope.countWrite(request.signedIn);
    });
    define(scoped);
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  site: Site | undefined;
}

/** Lets the page of an accepted origin read the answer. @returns whether it may */
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

/** A preflight carries no key, so any site's origin will do; the request itself is judged by its own site. */
async function answerPreflight(scope: SiteScope, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (await nameOrigin(scope, { request, reply, site: undefined }))
    reply.headers({
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightSeconds,
    });
  await reply.status(204).send();
}
