import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCalls } from '../../../../contract/calls/sessions.ts';
import type { OwnSession } from '../../../../contract/sessions.ts';
import { transaction } from '../../../platform/database/database.ts';
import { setCookie } from '../../../platform/http/cookies.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { recordEvent } from '../../../platform/security-events/record-event.ts';
import type { Services } from '../../services.ts';
import { sessionCookie } from '../../sessions/session-cookie.ts';
import {
  endSessionById,
  endSessionsOf,
  isRunning,
  listSessions,
  requireRecentProof,
  sessionToWire,
} from '../../sessions/sessions.ts';
import type { SiteScope } from '../../sites/site-scope.ts';
import { whenLeaves } from '../mails/mail-budgets.ts';
import { proveByCode, proveByPassword, requestProofCode } from './recent-proof.ts';

/** The sessions of the member who asks, and the proof of who they are. */
export function ownSessionRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, sessionCalls);
  const { db, appUrl } = services;

  serve('GET /member/sessions', async ({ signedIn: { memberId, tokenHash } }) => {
    const sessions = await listSessions(db, memberId);
    const toOwn = (each: (typeof sessions)[number]): OwnSession => ({
      ...sessionToWire(each),
      current: each.tokenHash.equals(tokenHash),
    });
    return { data: sessions.map(toOwn) };
  });

  serve('DELETE /member/sessions/:id', async (request, reply) => {
    const { signedIn: session, params } = request;
    requireRecentProof(session);
    await transaction(db, (tx) => endSessionById(tx, session.memberId, params.id));
    recordEvent('log-out', { outcome: 'success' });
    if (!(await isRunning(db, session))) takeCookieBack(request, reply);
    return { data: { id: params.id } };
  });

  serve('POST /member/sessions/end-others', async ({ signedIn: session }) => {
    requireRecentProof(session);
    const ended = await transaction(db, (tx) => endSessionsOf(tx, session.memberId, session));
    recordEvent('log-out', { outcome: 'success' });
    return { data: { ended } };
  });

  serve('POST /member/prove/send', async ({ site, clientAddress, signedIn: session }) => ({
    data: { success: true as const },
    ...whenLeaves(await requestProofCode(services, { site, session, clientAddress })),
  }));

  serve('POST /member/prove', async ({ site, clientAddress, body, signedIn: session }) => {
    const inSession = { site, session, clientAddress };
    if ('password' in body) await proveByPassword(services, { ...inSession, password: body.password });
    else await proveByCode(services, { ...inSession, code: body.code });
    return { data: { success: true as const } };
  });

  function takeCookieBack(request: FastifyRequest, reply: FastifyReply): void {
    if (scope.isFromOwnPage(request)) setCookie(reply, appUrl, sessionCookie(undefined));
  }
}
