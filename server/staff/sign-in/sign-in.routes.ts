import type { FastifyReply, FastifyRequest } from 'fastify';
import { staffSignInCalls } from '../../../contract/console/sign-in.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { StaffServices } from '../services.ts';
import { endSession } from '../sessions/sessions.ts';
import { deviceCookie, readSessionCookie, sessionCookie } from '../sessions/staff-cookies.ts';
import { acceptInvitation, offerAuthenticator, offerPasskey, readInvitation } from './accept-invitation.ts';
import { beginProof, prove } from './fresh-proof.ts';
import { beginWithPasskey, beginWithPassword, finishWithFactor, signInWithPasskey, type SignedIn } from './sign-in.ts';
import { staffSignInsPerNetwork } from '../../../contract/console/sign-in.ts';

const visitorOf = ({ clientAddress, headers, cookies }: FastifyRequest) => ({
  clientAddress,
  userAgent: headers['user-agent'],
  cookies,
});

/** Calls by which staff sign in and out, accept an invitation and prove anew who they are. */
export function staffSignInRoutes(app: Http, services: StaffServices): void {
  const serve = serving(app, staffSignInCalls);
  const { appUrl, limits } = services;
  /** A session in the cookie, and the browser known from now on. */
  const keep = async ({ cookies }: FastifyRequest, reply: FastifyReply, { person, token }: SignedIn) => {
    // The session that the browser brought ends (OWASP ASVS 7.2.4).
    const brought = readSessionCookie(appUrl, cookies);
    if (brought !== undefined) await endSession(services.db, brought);
    setCookie(reply, appUrl, sessionCookie(token));
    setCookie(reply, appUrl, deviceCookie(services, person));
    return { data: { id: person.id } };
  };

  serve('POST /console/api/sign-in/password', async (request) => {
    const { step, ways, passkeyOptions } = await beginWithPassword(services, request.body, visitorOf(request));
    return { data: { step, ways, passkeyOptions: passkeyOptions && { ...passkeyOptions } } };
  });
  serve('POST /console/api/sign-in/second-factor', async (request, reply) =>
    keep(request, reply, await finishWithFactor(services, request.body, visitorOf(request))),
  );
  serve('POST /console/api/sign-in/passkey/options', async ({ clientAddress }) => {
    await limits.take(staffSignInsPerNetwork, clientAddress);
    return { data: { ...(await beginWithPasskey(services)) } };
  });
  serve('POST /console/api/sign-in/passkey', async (request, reply) =>
    keep(request, reply, await signInWithPasskey(services, request.body.credential, visitorOf(request))),
  );
  serve('POST /console/api/invitations/open', async ({ body, clientAddress }) => {
    const { person, endsAt } = await readInvitation(services, body.token, clientAddress);
    const { email, name, role } = person;
    return { data: { email, name, role, endsAt: endsAt.toISOString() } };
  });
  serve('POST /console/api/invitations/authenticator', async ({ body, clientAddress }) => ({
    data: await offerAuthenticator(services, body.token, clientAddress),
  }));
  serve('POST /console/api/invitations/passkey', async ({ body, clientAddress }) => ({
    data: { ...(await offerPasskey(services, body.token, clientAddress)) },
  }));
  serve('POST /console/api/invitations/accept', async (request, reply) => {
    const { recoveryCodes, ...signedIn } = await acceptInvitation(services, request.body, visitorOf(request));
    return { data: { ...(await keep(request, reply, signedIn)).data, recoveryCodes } };
  });
  serve('POST /console/api/sign-out', async ({ cookies, clientAddress }, reply) => {
    setCookie(reply, appUrl, sessionCookie(undefined));
    const token = readSessionCookie(appUrl, cookies);
    // Before any limit: a colleague's failed sign-ins must not keep a session running. Guesses alone are counted.
    const isGuess = token !== undefined && !(await endSession(services.db, token));
    if (isGuess) await limits.take(staffSignInsPerNetwork, clientAddress);
    return { data: { success: true as const } };
  });
  serve('POST /console/api/proof/options', async ({ staff }) => ({ data: { ...(await beginProof(services, staff)) } }));
  serve('POST /console/api/proof', async ({ staff, body }, reply) => {
    const { token, provenUntil } = await prove(services, staff, body);
    setCookie(reply, appUrl, sessionCookie(token));
    return { data: { provenUntil: provenUntil.toISOString() } };
  });
}
