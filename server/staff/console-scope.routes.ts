import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { writesPerStaff, type StaffMay } from '../../contract/call.ts';
import { isPermitted, roleWords, type Role, type StaffScope } from '../../contract/permissions.ts';
import { checksCallers, type OfStaff, requireFreshProof } from '../platform/http/serve.ts';
import type { Http } from '../platform/http/typed.ts';
import { Refusal } from '../platform/refusal.ts';
import { ref } from '../platform/security-events/define-events.ts';
import { describeRequest } from '../platform/security-events/request-context.ts';
import { scopeOf } from './people/people.ts';
import type { StaffServices } from './services.ts';
import { findSession, readSessionAgain, type StaffSession } from './sessions/sessions.ts';
import { readSessionCookie } from './sessions/staff-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest extends OfStaff {
    /** Undefined for calls before there is one. */
    staffSession?: StaffSession;
  }
}

/** Sent with what a page asks by itself, so that an unattended one does not keep its session alive. */
const backgroundHeader = 'x-background';

/** Milliseconds after which a long answer looks again whether its reader may still have it. */
const lookMs = 1_000;

/**
 * The guard of every call of the console: our own origin, session, permission, fresh proof. It judges by what the call
 * declares, before the request's body is read; a call that declares nothing is refused. What takes long is judged again:
 * a body once it has arrived, and an answer while it is read.
 */
export function mountForStaff(app: Http, services: StaffServices, define: (scoped: Http) => void): void {
  void app.register(async (scoped) => {
    checksCallers(scoped, ['staff']);
    scoped.decorateRequest('staff');
    scoped.decorateRequest('scope');
    scoped.decorateRequest('staffSession');
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
      Object.assign(request, ofStaff(session));
      request.staffSession = session;
    });
    // A body may take half a minute to arrive, while its sender is removed or given another role.
    scoped.addHook('preHandler', async (request) => {
      const { staffSession, body } = request;
      if (staffSession && body !== undefined) request.scope = await judgeAgain(services, request, staffSession);
    });
    scoped.addHook('onSend', async (request, _reply, payload) => {
      const { staffSession } = request;
      return staffSession && payload instanceof Readable
        ? Readable.from(
            whileUnchanged(payload, request.scope, () => judgeAgain(services, request, staffSession)),
            { objectMode: false },
          )
        : payload;
    });
    define(scoped);
  });
}

const ofStaff = (session: StaffSession): OfStaff => {
  const { staffId: id, email, name, role, version, tokenHash, provenUntil } = session;
  const isProven = provenUntil !== null;
  return { staff: { id, email, name, role, version, tokenHash, isProven }, scope: scopeOf(session) };
};

/** @returns the scope as it is now @throws Refusal login-required, access-denied, recent-login-required */
async function judgeAgain(
  { db }: StaffServices,
  { routeOptions }: FastifyRequest,
  before: StaffSession,
): Promise<StaffScope> {
  const session = await readSessionAgain(db, before);
  requireMay(routeOptions.config.call!.may!, session);
  return scopeOf(session);
}

/**
 * Passes a long answer on, an export say, for as long as its reader has the session, the permission and the scope that it
 * was made for. Otherwise it breaks off, and the connection is cut: half a file does not pass for a whole one.
 */
async function* whileUnchanged(pieces: Readable, scope: StaffScope, scopeNow: () => Promise<StaffScope>) {
  let lookedMs = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - lookedMs >= lookMs) {
      if (!isDeepStrictEqual(await scopeNow(), scope)) throw new Refusal('access-denied');
      lookedMs = performance.now();
    }
    yield piece as Buffer;
  }
}

const readingMethods = ['GET', 'HEAD'];
/** What browsers say of a request of our own page, and of one that a person began themselves. */
const ownFetchSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * CSRF: a write has to come from our own page, beside the cookie's SameSite=Strict, which does not tell the subdomains
 * of a site apart. Browsers send `Origin` with every write. An image of a foreign page is a read without it, which could
 * leave an export of that person in the audit trail: `Sec-Fetch-Site` tells.
 *
 * @throws Refusal origin-not-allowed
 */
function requireOwnOrigin({ method, headers }: FastifyRequest, appUrl: string): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const isOwn = origin === new URL(appUrl).origin;
  const isForeign = !isOwn && (origin !== undefined || !readingMethods.includes(method));
  if (isForeign || !ownFetchSites.includes(fetchSite)) throw new Refusal('origin-not-allowed');
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
function requireMay(may: StaffMay, { role, provenUntil }: Pick<StaffSession, 'role' | 'provenUntil'>): void {
  if ('permission' in may && !(isPermitted(role, may.permission) && (may.within !== 'product' || seesAll(role))))
    throw new Refusal('access-denied');
  if ('freshProof' in may && may.freshProof) requireFreshProof({ isProven: provenUntil !== null });
}

const seesAll = (role: Role) => roleWords[role].scope.length === 0;
