import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { signInCalls } from '../../../contract/calls/sign-in.ts';
import type { Auth, SignupRequest } from '../../../contract/sign-in.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { setCookie } from '../../platform/http/cookies.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { hashToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { parseEmail } from '../members/email-address.ts';
import { findWireOfSession } from '../members/members.ts';
import { redirectFor } from '../sites/redirects.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../sites/site-scope.ts';
import type { Site } from '../sites/site.ts';
import { applyByMail, checkYourMail } from './sign-up/private-sign-up.ts';
import { addCookies, composeAuth, type ComposedAuth } from './log-in/compose-auth.ts';
import { isKnownDevice, isOwnersDevice, tracesOf } from './log-in/known-devices.ts';
import { logIn, logInWithCode, type Arrival } from './log-in/log-in.ts';
import { mailDelayOf } from './mails/mail-budgets.ts';
import { forgiveGuesses, requestCode } from './codes/mailed-codes.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { endSession } from '../sessions/sessions.ts';
import { prepareSignUp, prepareSignUpWithCode, recordSignUp, signUp } from './sign-up/sign-up.ts';
import { describeArrival, setupNeeded } from './log-in/welcome.ts';

/** Calls for sign-up, log-in and log-out. */
export function signInRoutes(app: Http, services: Services, scope: SiteScope): void {
  signUpRoutes(app, services, scope);
  logInRoutes(app, services, scope);
  logOutRoutes(app, services, scope);
}

function signUpRoutes(app: Http, services: Services, scope: SiteScope): void {
  serving(app, signInCalls)('POST /auth/signup', async (request, reply) => {
    const { body, query, site } = request;
    const application = toApplication(request, body);
    const byCode = query.isPasswordless === 'true';
    const entry = byCode
      ? await prepareSignUpWithCode(services, {
          ...application,
          code: requireText(body.passwordlessToken, 'passwordlessToken'),
          browserHash: hashOf(body.context),
        })
      : await prepareSignUp(services, { ...application, password: requireText(body.password, 'password') });
    // Honeypot: only a bot fills in the hidden field. It gets the answer of a sign-up, from a dry run, and no account.
    const isRobot = Boolean(body.website);
    const userAgent = request.headers['user-agent'];
    if (isRobot) recordSignUp(services, entry, 'robot');
    if (site.privateSignup && !byCode) {
      const mailAfterSeconds = isRobot ? 0 : await applyByMail(services, entry, body.inviteToken || null);
      if (!isRobot) recordSignUp(services, entry, 'applied');
      throw checkYourMail(mailAfterSeconds);
    }
    const { options, inviteToken } = body;
    const welcomeOf = (arrival: Arrival) => ({ arrival, moment: 'afterSignup', options }) as const;
    // A dry run uses one connection alone: asking the full pool for a second one would deadlock.
    const robotSignUp = async (tx: Transaction) => {
      const arrival = await signUp(services, tx, { ...entry, userAgent });
      const auth = await describeArrival(services, tx, site, welcomeOf(arrival));
      return addCookies(services, tx, { scope, request, arrival, auth });
    };
    if (isRobot) return sendAuth(reply, services.appUrl, await dryRun(services.db, robotSignUp));
    const arrival = await signUp(services, services.db, { ...entry, userAgent });
    recordSignUp(services, entry, 'success', arrival.memberId);
    const answer = await composeAuth(services, scope, request, { ...welcomeOf(arrival), inviteToken });
    if (entry.proof) await forgiveGuesses(services, entry.proof);
    return sendAuth(reply, services.appUrl, answer);
  });
}

function logInRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, signInCalls);

  serve('POST /auth/login', async (request, reply) => {
    const { site, clientAddress, body } = request;
    const account = { site, email: parseEmail(body.email) };
    const isKnown = await isKnownDevice(services, tracesOf(scope, request, account));
    const userAgent = request.headers['user-agent'];
    const wishes = { options: body.options };
    const attempt = { ...account, password: body.password, clientAddress, userAgent, isKnownDevice: isKnown, wishes };
    const arrival = await logIn(services, attempt);
    const welcome = { arrival, moment: 'afterLogin', ...wishes } as const;
    return sendAuth(reply, services.appUrl, await composeAuth(services, scope, request, welcome));
  });

  for (const purpose of ['login', 'signup'] as const)
    serve(`POST /auth/passwordless/${purpose}/send`, async (request) => {
      const { site, clientAddress, body } = request;
      requirePasswordless(site);
      const account = { site, email: parseEmail(body.email) };
      const isOwner = () => isOwnersDevice(services, tracesOf(scope, request, account));
      const asked = { ...account, purpose, clientAddress, browserHash: hashOf(body.context), isOwner };
      const { mailAfterSeconds } = await requestCode(services, asked);
      return { data: { success: true as const }, ...mailDelayOf(mailAfterSeconds) };
    });

  serve('POST /auth/passwordless/login', async (request, reply) => {
    const { site, clientAddress, body } = request;
    requirePasswordless(site);
    const email = parseEmail(body.email);
    const browserHash = hashOf(body.context);
    const userAgent = request.headers['user-agent'];
    const { options, inviteToken } = body;
    const wishes = { options, inviteToken };
    const attempt = { site, email, code: body.passwordlessToken, clientAddress, browserHash, userAgent, wishes };
    const arrival = await logInWithCode(services, attempt);
    const welcome = { arrival, moment: 'afterLogin', ...wishes } as const;
    return sendAuth(reply, services.appUrl, await composeAuth(services, scope, request, welcome));
  });
}

function logOutRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, signInCalls);

  // Idempotent: succeeds without a valid session, since a client forgets its token only after a success.
  serve('POST /member/logout', async (request, reply) => {
    const token = scope.tokenOf(request);
    const redirect = token === undefined ? null : await endAndRedirect(services, request.site, token);
    if (scope.isFromOwnPage(request)) setCookie(reply, services.appUrl, sessionCookie(undefined));
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

function requireText(value: string | null | undefined, field: string): string {
  if (typeof value !== 'string') throw new Refusal('required-field-missing', { extras: { field } });
  return value;
}

const hashOf = (context: string | undefined) => (context === undefined ? undefined : hashToken(context));

function requirePasswordless(site: Site): void {
  if (!site.passwordless.enabled)
    throw new Refusal('access-denied', { message: 'This site does not log in with mailed codes.' });
}

async function endAndRedirect(services: Services, site: Site, token: string): Promise<string | null> {
  const member = await findWireOfSession(services, site.id, token, { duringSetup: true });
  await endSession(services.db, site.id, token);
  if (member) recordEvent('log-out', { outcome: 'success', member: ref(member.id) });
  return member ? redirectFor(site, member, 'afterLogout') : null;
}

/** @throws Refusal second-factor-setup-required, with the cookies of the session that is good for it */
function sendAuth(reply: FastifyReply, appUrl: string, { auth, cookies, isSetupDue }: ComposedAuth): { data: Auth } {
  for (const cookie of cookies) setCookie(reply, appUrl, cookie);
  if (isSetupDue) throw setupNeeded(auth);
  return { data: auth };
}
