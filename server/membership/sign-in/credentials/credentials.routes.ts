import { credentialCalls } from '../../../../contract/calls/credentials.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { parseEmail } from '../../members/email-address.ts';
import { toWire } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { SiteScope } from '../../sites/site-scope.ts';
import { changeCredentials, setFirstPassword } from './change-credentials.ts';
import { requestCode } from '../codes/mailed-codes.ts';
import { proveAddress, requestAddressCode } from '../addresses/prove-address.ts';
import { isOwnersDevice, tracesOf } from '../log-in/known-devices.ts';
import { mailDelayOf } from '../mails/mail-budgets.ts';
import { resetPassword } from './reset-password.ts';
import { resendVerification } from '../addresses/verification.ts';

const resetSentence = (afterSeconds: number): string =>
  afterSeconds === 0
    ? 'If there is an account with this address, we have sent it a code and a link.'
    : `If there is an account with this address, we send it a code and a link in ${afterSeconds} seconds.`;

/** Calls for passwords and addresses of existing accounts. */
export function credentialRoutes(app: Http, services: Services, scope: SiteScope): void {
  const serve = serving(app, credentialCalls);

  serve('POST /auth/send-reset-password-email', async (request) => {
    const { site, clientAddress, body } = request;
    const account = { site, email: parseEmail(body.email) };
    const isOwner = () => isOwnersDevice(services, tracesOf(scope, request, account));
    const asked = await requestCode(services, { ...account, purpose: 'reset', clientAddress, isOwner });
    return {
      data: resetSentence(asked.mailAfterSeconds),
      context: asked.context,
      ...mailDelayOf(asked.mailAfterSeconds),
    };
  });

  serve('POST /auth/reset-password', async ({ site, clientAddress, body }) => {
    const { token, newPassword, context } = body;
    const email = body.email === undefined ? undefined : parseEmail(body.email);
    await resetPassword(services, { site, token, newPassword, context, email, clientAddress });
    return {
      data: { success: true as const },
      _internalUseOnly: { message: 'Your password has been reset. Please login with your new credentials.' },
    };
  });

  serve('POST /auth/send-email-verification', async ({ site, signedIn: { memberId } }) => {
    const mailAfterSeconds = await resendVerification(services, site, memberId);
    return { data: { success: true as const }, ...mailDelayOf(mailAfterSeconds) };
  });

  serve('POST /member/verify-email/send', async (request) => {
    const { site, clientAddress, signedIn: session } = request;
    const mailAfterSeconds = await requestAddressCode(services, { site, session, clientAddress });
    return { data: { success: true as const }, ...mailDelayOf(mailAfterSeconds) };
  });

  serve('POST /member/verify-email', async (request) => {
    const { site, clientAddress, body, signedIn: session } = request;
    await proveAddress(services, { site, session, clientAddress, code: body.code });
    return {
      data: await toWire(services, services.db, session.memberId),
      _internalUseOnly: { message: 'Your email address has been confirmed.' },
    };
  });

  serve('POST /member-auth', async (request) => {
    const { site, clientAddress, body, signedIn: session } = request;
    const { email, oldPassword, newPassword } = body;
    const isLinkMailed = await changeCredentials(services, {
      site,
      session,
      clientAddress,
      email: email === undefined ? undefined : parseEmail(email),
      oldPassword,
      newPassword,
    });
    const unlessMailed =
      newPassword === undefined ? 'Your address stays as it was.' : 'Your password has been changed.';
    const message = isLinkMailed
      ? 'Please confirm your new email address with the link we are sending to it.'
      : unlessMailed;
    return { data: await toWire(services, services.db, session.memberId), _internalUseOnly: { message } };
  });

  serve('POST /member/set-password', async (request) => {
    const { site, clientAddress, body, signedIn: session } = request;
    await setFirstPassword(services, { site, session, clientAddress, password: body.password });
    return {
      data: await toWire(services, services.db, session.memberId),
      _internalUseOnly: { message: 'Your password has been set.' },
    };
  });
}
