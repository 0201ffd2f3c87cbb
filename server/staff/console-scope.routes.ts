import type { FastifyRequest } from 'fastify';
import { writesPerStaff, type StaffMay } from '../../contract/call.ts';
import { isPermitted, roleWords, type Role } from '../../contract/permissions.ts';
import { checksCallers, type OfStaff } from '../platform/http/serve.ts';
import type { Http } from '../platform/http/typed.ts';
import { Refusal } from '../platform/refusal.ts';
import { ref } from '../platform/security-events/define-events.ts';
import { describeRequest } from '../platform/security-events/request-context.ts';
import { scopeOf } from './people/people.ts';
import type { StaffServices } from './services.ts';
import { findSession, type StaffSession } from './sessions/sessions.ts';
import { readSessionCookie } from './sessions/staff-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest extends OfStaff {}
}

/** Sent with what a page asks by itself, so that an unattended one does not keep its session alive. */
const backgroundHeader = 'x-background';

/**
 * The guard of every call of the console: our own origin, session, permission, fresh proof. It judges by what the call
 * declares, before the request's body is read; a call that declares nothing is refused.
 */
export function mountForStaff(app: Http, services: StaffServices, define: (scoped: Http) => void): void {
  void app.register(async (scoped) => {
    checksCallers(scoped, ['staff']);
    scoped.decorateRequest('staff');
    scoped.decorateRequest('scope');
    scoped.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      requireOwnOrigin(request, services.appUrl);
      const { call } = request.routeOptions.config;
      if (!call?.may) throw new Refusal('access-denied');
      if (call.may.within === 'sign-in') return;
      const session = await requireSession(services, request);
      describeRequest({ staff: ref(session.staffId) });
      requireMay(call.may, session);
      if (call.limits?.includes(writesPerStaff)) await services.limits.take(writesPerStaff, session.staffId);
      const { staffId: id, email, name, role, version, tokenHash } = session;
      Object.assign(request, {
        staff: { id, email, name, role, version, tokenHash },
        scope: scopeOf(session),
      } satisfies OfStaff);
    });
    define(scoped);
  });
}

const readingMethods = ['GET', 'HEAD'];

/**
 * CSRF: a write has to come from our own page, beside the cookie's SameSite=Strict, which does not tell the subdomains
 * of a site apart. Browsers send `Origin` with every write.
 *
 * @throws Refusal origin-not-allowed
 */
function requireOwnOrigin({ method, headers: { origin } }: FastifyRequest, appUrl: string): void {
  const isOwn = origin === new URL(appUrl).origin;
  if (!isOwn && (origin !== undefined || !readingMethods.includes(method))) throw new Refusal('origin-not-allowed');
}

/** @throws Refusal login-required */
async function requireSession(
  { db, appUrl }: StaffServices,
  { cookies, headers }: FastifyRequest,
): Promise<StaffSession> {
  const token = readSessionCookie(appUrl, cookies);
  const session =
    token === undefined ? undefined : await findSession(db, token, headers[backgroundHeader] === undefined);
  if (!session) throw new Refusal('login-required');
  return session;
}

/** @throws Refusal access-denied, recent-login-required */
function requireMay(may: StaffMay, { role, provenUntil }: StaffSession): void {
  if ('permission' in may && !(isPermitted(role, may.permission) && (may.within !== 'product' || seesAll(role))))
    throw new Refusal('access-denied');
  if ('freshProof' in may && may.freshProof && provenUntil === null) throw new Refusal('recent-login-required');
}

const seesAll = (role: Role) => roleWords[role].scope.length === 0;
