import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { buttonPage, messagePage, wayOnPage } from '../../platform/http/plain-page.ts';
import { sendPage, sendPageIn, servePlainPages } from '../../platform/http/plain-pages.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../services.ts';
import { withMailLook } from '../sites/site-mail.ts';
import type { Site } from '../sites/site.ts';
import { finishSignUpPage, resetPage, verifyPage } from './account-pages.ts';
import { finishSignUp, getSignUp } from './sign-up/private-sign-up.ts';
import { findResetLinkSite, resetPasswordByLink } from './credentials/reset-password.ts';
import { readSessionCookie } from '../sessions/session-cookie.ts';
import { getFormerAddress, undoAddressChange } from './addresses/undo-address.ts';
import type { LinkUse } from './addresses/undo-links.ts';
import { openLink, verifyEmail } from './addresses/verification.ts';
import { getFirstFactorLink, undoFirstFactor } from './second-factor/undo-first-factor.ts';

const LinkQuery = z.object({ token: z.string().check(z.maxLength(200)) });
/** `from`: path of the page that asked for the mail, for the look. */
const ProofQuery = z.extend(LinkQuery, { from: z.optional(z.string().check(z.maxLength(200))) });
const PageForm = z.object({
  token: z.string().check(z.maxLength(200)),
  password: z.optional(z.string().check(z.maxLength(1_000))),
});
const ProofForm = z.extend(PageForm, ProofQuery.shape);

/**
 * The pages behind mailed links. GET changes nothing, since mail scanners prefetch links; the form's POST does, and only
 * from our own page (CSRF).
 */
export function accountPageRoutes(app: Http, services: Services): void {
  servePlainPages(app, services, (pages) => {
    verifyRoutes(pages, services);
    resetRoutes(pages, services);
    for (const link of undoLinks) undoRoute(pages, services, link);
    signUpRoutes(pages, services);
  });
}

const sessionOf = (services: Services, request: FastifyRequest) => readSessionCookie(services.appUrl, request.cookies);

/**
 * Where a member without a password proves their address. The session of a builder's site is a token in its own pages, which
 * this page does not see.
 */
const whereToProve = ({ name, ownPages }: Site): string =>
  ownPages
    ? 'Please open this link in the browser you are signed in with.'
    : `Log in at ${name}, set a password under Security, and open this link again.`;

function verifyRoutes(pages: Http, services: Services): void {
  /** The site's name on the page, and the look of the page that asked for the mail. */
  const styleOf = async (siteId: string, from: string | undefined) => {
    const { name, mailLook } = withMailLook(await services.sites.get(siteId), from, services.mailStyle);
    return { siteName: mailLook?.senderName ?? name, look: mailLook };
  };

  const showForm = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { token, from }: z.infer<typeof ProofQuery>,
    refusal?: Refusal,
  ) => {
    const { member, email, makersSession } = await openLink(services, token, sessionOf(services, request));
    if (!makersSession && !member.hasPassword) {
      const whatNow = whereToProve(await services.sites.get(member.siteId));
      return sendPage(reply, messagePage('Confirm your email address', whatNow));
    }
    const style = await styleOf(member.siteId, from);
    const form = { ...style, token, from, email, asksPassword: !makersSession, fault: refusal?.message };
    return sendPageIn(style.look, reply, verifyPage(form), refusal?.status);
  };

  pages.get('/account/verify-email', { schema: { querystring: ProofQuery } }, async (request, reply) =>
    showForm({ request, reply }, request.query),
  );

  pages.post('/account/verify-email', { schema: { body: ProofForm } }, async (request, reply) => {
    const { token, password, from } = request.body;
    const use = { token, password, sessionToken: sessionOf(services, request), clientAddress: request.clientAddress };
    let member: Awaited<ReturnType<typeof verifyEmail>>;
    try {
      member = await verifyEmail(services, use);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'invalid-verification-link') throw error;
      return showForm({ request, reply }, request.body, error);
    }
    const title = 'Your email address is confirmed';
    const { siteName, look } = await styleOf(member.siteId, from);
    return look
      ? sendPageIn(look, reply, wayOnPage(title, { siteName, look, text: 'Thank you.' }))
      : sendPage(reply, messagePage(title, 'Thank you. You can close this page.'));
  });
}

function resetRoutes(pages: Http, services: Services): void {
  const showForm = async (token: string, fault?: string) => {
    const { name: siteName, passwordMinLength: minLength } = await findResetLinkSite(services, token);
    return resetPage({ siteName, token, fault, minLength });
  };

  pages.get('/account/reset-password', { schema: { querystring: LinkQuery } }, async (request, reply) =>
    sendPage(reply, await showForm(request.query.token)),
  );

  pages.post('/account/reset-password', { schema: { body: PageForm } }, async (request, reply) => {
    const { token, password = '' } = request.body;
    try {
      await resetPasswordByLink(services, { token, newPassword: password, clientAddress: request.clientAddress });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'invalid-reset-code') throw error;
      return sendPage(reply, await showForm(token, error.message), error.status);
    }
    const whatNow = 'You can close this page and log in with your new password.';
    return sendPage(reply, messagePage('Your password is changed', whatNow));
  });
}

/** A link by which a mailbox undoes what a thief may have done to its account, and shuts everybody out of it. */
interface UndoLink {
  address: string;
  findAccount: (services: Services, token: string) => Promise<{ siteId: string; email: string }>;
  undo: (services: Services, use: LinkUse) => Promise<void>;
  title: string;
  /** What else the button does: the rest is the same. */
  consequence: (account: { siteName: string; email: string }) => string;
  button: string;
  doneTitle: string;
}

const undoLinks: readonly UndoLink[] = [
  {
    address: '/account/undo-address',
    findAccount: getFormerAddress,
    undo: undoAddressChange,
    title: 'Go back to your old email address',
    consequence: ({ siteName, email }) => `Your account at ${siteName} will use ${email} again.`,
    button: 'Go back to this address',
    doneTitle: 'Your account has its old email address again',
  },
  {
    address: '/account/undo-second-factor',
    findAccount: getFirstFactorLink,
    undo: undoFirstFactor,
    title: 'Remove the new sign-in method',
    consequence: ({ siteName, email }) =>
      `The passkeys and authenticator app that were added to the account of ${email} at ${siteName} since we wrote to you will be removed.`,
    button: 'Remove it and sign everybody out',
    doneTitle: 'The sign-in method is removed',
  },
];

function undoRoute(pages: Http, services: Services, link: UndoLink): void {
  const { address, findAccount, undo, title, consequence, button, doneTitle } = link;

  pages.get(address, { schema: { querystring: LinkQuery } }, async ({ query }, reply) => {
    const { siteId, email } = await findAccount(services, query.token);
    const { name: siteName } = await services.sites.get(siteId);
    const page = buttonPage(title, {
      siteName,
      text: `${consequence({ siteName, email })} Everybody who is signed in to it will be signed out, its password and connected accounts will no longer open it, and we will mail you a link to choose a new password.`,
      action: `${address}?token=${encodeURIComponent(query.token)}`,
      button,
    });
    return sendPage(reply, page);
  });

  pages.post(address, { schema: { querystring: LinkQuery } }, async ({ query, clientAddress }, reply) => {
    await undo(services, { token: query.token, clientAddress });
    const whatNow =
      'The old password no longer works, since another person may know it. We have sent you a link to choose a new one: please use it now.';
    return sendPage(reply, messagePage(doneTitle, whatNow));
  });
}

function signUpRoutes(pages: Http, services: Services): void {
  const showForm = async (token: string, fault?: string) => {
    const { siteId, email } = await getSignUp(services, token);
    const { name: siteName } = await services.sites.get(siteId);
    return finishSignUpPage({ siteName, token, fault, email });
  };

  pages.get('/account/finish-sign-up', { schema: { querystring: LinkQuery } }, async (request, reply) =>
    sendPage(reply, await showForm(request.query.token)),
  );

  pages.post('/account/finish-sign-up', { schema: { body: PageForm } }, async ({ body, clientAddress }, reply) => {
    const { token, password = '' } = body;
    try {
      await finishSignUp(services, { token, password, clientAddress });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'invalid-verification-link') throw error;
      const fault = error.code === 'invalid-credentials' ? 'This is not the password you chose.' : error.message;
      return sendPage(reply, await showForm(token, fault), error.status);
    }
    return sendPage(reply, messagePage('You have your account', 'You can close this page and log in.'));
  });
}
