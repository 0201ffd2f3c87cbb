import { MemberAnswer, SetPasswordRequest, UpdateMemberAuthRequest } from '../../../contract/members.ts';
import {
  EmailRequest,
  ResetPasswordRequest,
  SendMailAnswer,
  SendResetAnswer,
  SendVerificationRequest,
  SuccessAnswer,
  VerifyEmailRequest,
} from '../../../contract/sign-in.ts';
import type { Http } from '../../platform/http/typed.ts';
import { parseEmail } from '../members/email-address.ts';
import { toWire } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { SiteScope } from '../site-scope.ts';
import { changeCredentials, setFirstPassword } from './change-credentials.ts';
import { requestCode } from './mailed-codes.ts';
import { proveAddress, requestAddressCode } from './prove-address.ts';
import { whenLeaves } from './mail-budgets.ts';
import { resetPassword } from './reset-password.ts';
import { resendVerification } from './verification.ts';

const resetSentence = (afterSeconds: number): string =>
  afterSeconds === 0
    ? 'If there is an account with this address, we have sent it a code and a link.'
    : `If there is an account with this address, we send it a code and a link in ${afterSeconds} seconds.`;

/** Passwords and addresses of accounts that are there. */
export function credentialRoutes(app: Http, services: Services, scope: SiteScope): void {
  app.post(
    '/auth/send-reset-password-email',
    { schema: { body: EmailRequest, response: { 200: SendResetAnswer } } },
    async ({ site, clientAddress, body }) => {
      const email = parseEmail(body.email);
      const asked = await requestCode(services, { site, email, purpose: 'reset', clientAddress });
      return {
        data: resetSentence(asked.mailAfterSeconds),
        context: asked.context,
        ...whenLeaves(asked.mailAfterSeconds),
      };
    },
  );

  app.post(
    '/auth/reset-password',
    { schema: { body: ResetPasswordRequest, response: { 200: SuccessAnswer } } },
    async ({ site, clientAddress, body }) => {
      const { token, newPassword, context } = body;
      const email = body.email === undefined ? undefined : parseEmail(body.email);
      await resetPassword(services, { site, token, newPassword, context, email, clientAddress });
      return {
        data: { success: true as const },
        _internalUseOnly: { message: 'Your password has been reset. Please login with your new credentials.' },
      };
    },
  );

  app.post(
    '/auth/send-email-verification',
    { schema: { body: SendVerificationRequest, response: { 200: SendMailAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const mailAfterSeconds = await resendVerification(services, request.site, memberId);
      return { data: { success: true as const }, ...whenLeaves(mailAfterSeconds) };
    },
  );

  app.post('/member/verify-email/send', { schema: { response: { 200: SendMailAnswer } } }, async (request) => {
    const { memberId } = await scope.requireMember(request);
    const { site, clientAddress } = request;
    const mailAfterSeconds = await requestAddressCode(services, { site, memberId, clientAddress });
    return { data: { success: true as const }, ...whenLeaves(mailAfterSeconds) };
  });

  app.post(
    '/member/verify-email',
    { schema: { body: VerifyEmailRequest, response: { 200: MemberAnswer } } },
    async (request) => {
      const { memberId } = await scope.requireMember(request);
      const { site, clientAddress, body } = request;
      await proveAddress(services, { site, memberId, clientAddress, code: body.code });
      return {
        data: await toWire(services, services.db, memberId),
        _internalUseOnly: { message: 'Your email address has been confirmed.' },
      };
    },
  );

  app.post(
    '/member-auth',
    { schema: { body: UpdateMemberAuthRequest, response: { 200: MemberAnswer } } },
    async (request) => {
      const session = await scope.requireMember(request);
      const { email, oldPassword, newPassword } = request.body;
      await changeCredentials(services, {
        site: request.site,
        session,
        clientAddress: request.clientAddress,
        email: email === undefined ? undefined : parseEmail(email),
        oldPassword,
        newPassword,
      });
      const message =
        email === undefined
          ? 'Your password has been changed.'
          : 'Please confirm your new email address with the link we are sending to it.';
      return { data: await toWire(services, services.db, session.memberId), _internalUseOnly: { message } };
    },
  );

  app.post(
    '/member/set-password',
    { schema: { body: SetPasswordRequest, response: { 200: MemberAnswer } } },
    async (request) => {
      const session = await scope.requireMember(request);
      const { site, clientAddress, body } = request;
      await setFirstPassword(services, { site, session, clientAddress, password: body.password });
      return {
        data: await toWire(services, services.db, session.memberId),
        _internalUseOnly: { message: 'Your password has been set.' },
      };
    },
  );
}
