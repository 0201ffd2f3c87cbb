import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCalls } from '../../../../contract/calls/sessions.ts';
import type { UsedCredential } from '../../../../contract/second-factor.ts';
import type { OwnSession } from '../../../../contract/sessions.ts';
import { transaction } from '../../../platform/database/database.ts';
import { setCookie } from '../../../platform/http/cookies.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { recordEvent } from '../../../platform/security-events/record-event.ts';
import { toWire } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { sessionCookie } from '../../sessions/session-cookie.ts';
import {
  endSessionById,
  endSessionsOf,
  isRunning,
  listSessions,
  requireRecentProof,
  sessionToWire,
  tokensToWire,
} from '../../sessions/sessions.ts';
import type { SiteScope } from '../../sites/site-scope.ts';
import type { FactorCode } from '../second-factor/show-factor.ts';
import { mailDelayOf } from '../mails/mail-budgets.ts';
import { proveByCode, proveByFactor, proveByPassword, requestProofCode } from './recent-proof.ts';

/** Calls for a member's own sessions and the recent proof. */
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
    if (!(await isRunning(db, session))) clearSessionCookie(request, reply);
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
    ...mailDelayOf(await requestProofCode(services, { site, session, clientAddress })),
  }));

  serve('POST /member/prove', async (request, reply) => {
    const { site, clientAddress, body, signedIn: session } = request;
    const inSession = { site, session, clientAddress };
    const prove = () => {
      if ('password' in body) return proveByPassword(services, { ...inSession, password: body.password });
      if ('code' in body) return proveByCode(services, { ...inSession, code: body.code });
      return proveByFactor(services, { ...inSession, origin: request.headers.origin, proof: toProof(body) });
    };
    const renewed = await prove();
    const isByCookie = scope.isByCookie(request);
    if (isByCookie) setCookie(reply, appUrl, sessionCookie(renewed.token));
    const member = await toWire(services, db, session.memberId);
    return { data: { member, tokens: isByCookie ? null : tokensToWire(renewed) } };
  });

  function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
    if (scope.isFromOwnPage(request)) setCookie(reply, appUrl, sessionCookie(undefined));
  }
}

type FactorBody = { authenticatorCode: string } | { recoveryCode: string } | { passkey: UsedCredential };

function toProof(body: FactorBody): FactorCode | { passkey: UsedCredential } {
  if ('passkey' in body) return body;
  return 'recoveryCode' in body
    ? { method: 'recovery-code', code: body.recoveryCode }
    : { method: 'authenticator', code: body.authenticatorCode };
}
