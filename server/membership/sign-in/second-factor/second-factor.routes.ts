import type { FastifyReply, FastifyRequest } from 'fastify';
import { passkeyCallsPerClient, secondFactorCalls } from '../../../../contract/calls/second-factor.ts';
import { setCookie } from '../../../platform/http/cookies.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { SiteScope } from '../../sites/site-scope.ts';
import { composeAuth } from '../log-in/compose-auth.ts';
import { isKnownDevice } from '../log-in/known-devices.ts';
import type { Welcome } from '../log-in/welcome.ts';
import { beginFactorProof } from '../own-sessions/recent-proof.ts';
import {
  addMemberPasskey,
  beginMemberAuthenticator,
  beginPasskey,
  confirmMemberAuthenticator,
  removeMemberAuthenticator,
  removeMemberPasskey,
  renameMemberPasskey,
  renewRecoveryCodes,
  showMethods,
  type Asked,
} from './methods.ts';
import { beginPasskeyLogIn, logInWithFactorCode, logInWithPasskey, type SecondStepAttempt } from './second-step.ts';

/** Calls of second factors: at log-in, and for their member. */
export function secondFactorRoutes(app: Http, services: Services, scope: SiteScope): void {
  logInRoutes(app, services, scope);
  methodRoutes(app, services);
}

function logInRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, secondFactorCalls);

  const toAttempt = (request: FastifyRequest): SecondStepAttempt => {
    const { site, clientAddress, headers, cookies } = request;
    return {
      site,
      clientAddress,
      origin: headers.origin,
      userAgent: headers['user-agent'],
      isKnownDevice: (email) => isKnownDevice(services, { site, email, cookies, sessionToken: undefined }),
    };
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, welcome: Welcome) => {
    const { auth, cookies } = await composeAuth(services, scope, request, welcome);
    for (const cookie of cookies) setCookie(reply, services.appUrl, cookie);
    return { data: auth };
  };

  serve('POST /auth/passkey/options', async ({ site, headers, clientAddress, body }) => {
    await services.limits.take(passkeyCallsPerClient, clientAddress);
    return { data: await beginPasskeyLogIn(services, { site, origin: headers.origin }, body.step) };
  });

  serve('POST /auth/passkey', async (request, reply) => {
    await services.limits.take(passkeyCallsPerClient, request.clientAddress);
    return answer(request, reply, await logInWithPasskey(services, toAttempt(request), request.body));
  });

  serve('POST /auth/second-step', async (request, reply) => {
    return answer(request, reply, await logInWithFactorCode(services, toAttempt(request), request.body));
  });
}

function methodRoutes(app: Http, services: Services): void {
  const serve = serving(app, secondFactorCalls);
  const path = '/member/second-factor';

  const toAsked = ({ site, headers, clientAddress, signedIn }: FastifyRequest & { signedIn: Session }): Asked => ({
    site,
    origin: headers.origin,
    clientAddress,
    session: signedIn,
  });

  serve(`GET ${path}`, async ({ site, signedIn: session }) => ({
    data: await showMethods(services, { site, session }),
  }));

  serve(`POST ${path}/passkeys/options`, async (request) => ({ data: await beginPasskey(services, toAsked(request)) }));

  serve(`POST ${path}/passkeys`, async (request) => ({
    data: await addMemberPasskey(services, { ...toAsked(request), ...request.body }),
  }));

  serve(`PATCH ${path}/passkeys/:id`, async (request) => ({
    data: await renameMemberPasskey(services, { ...toAsked(request), ...request.params, ...request.body }),
  }));

  serve(`DELETE ${path}/passkeys/:id`, async (request) => ({
    data: await removeMemberPasskey(services, { ...toAsked(request), ...request.params }),
  }));

  serve(`POST ${path}/authenticator`, async (request) => ({
    data: await beginMemberAuthenticator(services, toAsked(request)),
  }));

  serve(`POST ${path}/authenticator/confirm`, async (request) => ({
    data: await confirmMemberAuthenticator(services, { ...toAsked(request), ...request.body }),
  }));

  serve(`DELETE ${path}/authenticator`, async (request) => ({
    data: await removeMemberAuthenticator(services, toAsked(request)),
  }));

  serve(`POST ${path}/recovery-codes`, async (request) => ({
    data: await renewRecoveryCodes(services, toAsked(request)),
  }));

  serve('POST /member/prove/passkey-options', async ({ site, headers, signedIn: session }) => ({
    data: await beginFactorProof(services, { site, origin: headers.origin, session }),
  }));
}
