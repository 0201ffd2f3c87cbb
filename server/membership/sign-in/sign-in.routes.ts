import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  AuthAnswer,
  EmailRequest,
  LoginRequest,
  LogoutAnswer,
  PasswordlessLoginRequest,
  SignupQuery,
  SignupRequest,
  SuccessAnswer,
  type Auth,
} from '../../../contract/sign-in.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { parseEmail } from '../members/email-address.ts';
import { findWire } from '../members/members.ts';
import { redirectFor } from '../plans/plans.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import type { Site } from '../sites/site.ts';
import { deviceCookie, isKnownDevice } from './known-devices.ts';
import { logIn, logInWithCode } from './log-in.ts';
import { requestCode } from './mailed-codes.ts';
import { sessionCookie } from './session-cookie.ts';
import { endSession, findSession } from './sessions.ts';
import { signUp, signUpWithCode } from './sign-up.ts';
import { welcomeMember, type Welcome } from './welcome.ts';

/** Sign-up, log-in, log-out. */
export function signInRoutes(app: Http, services: Services, scope: SiteScope): void {
  const answerAuth = createAuthAnswer(services, scope);
  const authAnswer = { response: { 200: AuthAnswer } };
  const successAnswer = { response: { 200: SuccessAnswer } };
  const success = { data: { success: true as const } };

  app.post(
    '/auth/signup',
    { schema: { body: SignupRequest, querystring: SignupQuery, ...authAnswer } },
    async (request, reply) => {
      const { body, query } = request;
      const application = toApplication(request, body);
      const arrival =
        query.isPasswordless === 'true'
          ? await signUpWithCode(services, {
              ...application,
              code: requireText(body.passwordlessToken, 'passwordlessToken'),
            })
          : await signUp(services, { ...application, password: requireText(body.password, 'password') });
      return answerAuth(request, reply, {
        email: application.email,
        arrival,
        moment: 'afterSignup',
        options: body.options,
        invite: toInvite(request, body.inviteToken),
      });
    },
  );

  app.post('/auth/login', { schema: { body: LoginRequest, ...authAnswer } }, async (request, reply) => {
    const { site, clientAddress, body } = request;
    const account = { site, email: parseEmail(body.email) };
    const traces = { cookie: request.headers.cookie, sessionToken: scope.tokenOf(request) };
    const isKnown = await isKnownDevice(services, account, traces);
    const attempt = { ...account, password: body.password, clientAddress, isKnownDevice: isKnown };
    const arrival = await logIn(services, attempt);
    return answerAuth(request, reply, { email: account.email, arrival, moment: 'afterLogin', options: body.options });
  });

  for (const purpose of ['login', 'signup'] as const)
    app.post(
      `/auth/passwordless/${purpose}/send`,
      { schema: { body: EmailRequest, ...successAnswer } },
      async ({ site, clientAddress, body }) => {
        requirePasswordless(site);
        await requestCode(services, { site, email: parseEmail(body.email), purpose, clientAddress });
        return success;
      },
    );

  app.post(
    '/auth/passwordless/login',
    { schema: { body: PasswordlessLoginRequest, ...authAnswer } },
    async (request, reply) => {
      const { site, clientAddress, body } = request;
      requirePasswordless(site);
      const email = parseEmail(body.email);
      const arrival = await logInWithCode(services, { site, email, code: body.passwordlessToken, clientAddress });
      return answerAuth(request, reply, {
        email,
        arrival,
        moment: 'afterLogin',
        options: body.options,
        invite: toInvite(request, body.inviteToken),
      });
    },
  );

  /** Succeeds whatever the token is worth: a client forgets its session only after a success. */
  app.post('/member/logout', { schema: { response: { 200: LogoutAnswer } } }, async (request, reply) => {
    const token = scope.tokenOf(request);
    const redirect = token === undefined ? null : await leave(services, request.site, token);
    if (scope.isFromOwnPage(request)) reply.header('set-cookie', sessionCookie(services.appUrl, undefined));
    return { data: { redirect }, _internalUseOnly: { message: 'You have been logged out.' } };
  });
}

function toApplication({ site, clientAddress }: FastifyRequest, body: z.infer<typeof SignupRequest>) {
  return {
    site,
    clientAddress,
    email: parseEmail(body.email),
    fields: body.customFields ?? {},
    metaData: body.metaData ?? {},
    planIds: (body.plans ?? []).map(({ planId }) => planId),
    captchaToken: body.captchaToken ?? undefined,
  };
}

/** An invitation of a link; clients send an empty one where there is none. */
const toInvite = ({ clientAddress }: FastifyRequest, inviteToken: string | null | undefined) =>
  inviteToken ? { inviteToken, clientAddress } : undefined;

function requireText(value: string | null | undefined, field: string): string {
  if (typeof value !== 'string') throw new Refusal('required-field-missing', { extras: { field } });
  return value;
}

function requirePasswordless(site: Site): void {
  if (!site.passwordless.enabled)
    throw new Refusal('access-denied', { message: 'This site does not log in with mailed codes.' });
}

async function leave(services: Services, site: Site, token: string): Promise<string | null> {
  const session = await findSession(services.db, site.id, token);
  const member = session && (await findWire(services, services.db, session.memberId));
  await endSession(services.db, site.id, token);
  return member ? redirectFor(site, member, 'afterLogout') : null;
}

/** The answer to whoever has just signed in: a token, or for our own pages a cookie no script can read. */
function createAuthAnswer(services: Services, scope: SiteScope) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { email, ...welcome }: Welcome & { email: string },
  ): Promise<{ data: Auth }> => {
    const { site } = request;
    const auth = await welcomeMember(services, site, welcome);
    if (!scope.isFromOwnPage(request)) return { data: auth };
    const known = deviceCookie(services, { site, email });
    if (request.headers['x-session-transport'] !== 'cookie') {
      reply.header('set-cookie', known);
      return { data: auth };
    }
    reply.header('set-cookie', [sessionCookie(services.appUrl, welcome.arrival.session.token), known]);
    return { data: { ...auth, tokens: null } };
  };
}
