import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { messagePage, pagePolicy } from '../../http/plain-page.ts';
import type { Http } from '../../http/typed.ts';
import type { Database } from '../../database/database.ts';
import { handle, jobKind, type Job } from '../../jobs.ts';
import { Refusal } from '../../refusal.ts';
import { deleteExpired } from './openid.store.ts';
import { readPerson, type PersonForm } from './people.ts';
import {
  createProvider,
  mountPath,
  rememberPerson,
  sessionCookie,
  type OpenIdProviderOptions,
  type RelyingParty,
} from './provider.ts';
import { signInPage, signInPolicy } from './sign-in.page.ts';

export interface OpenIdStandIn {
  /** Everything under `/dev/oidc`. */
  routes(app: Http): Promise<void>;
}

export type OpenIdStandInOptions = Omit<OpenIdProviderOptions, 'issuer'>;

/**
 * An OpenID provider of our own, so that signing in with providers works on one machine. It speaks the real protocol;
 * who somebody is, it asks them.
 */
export function createOpenIdStandIn(given: OpenIdStandInOptions): OpenIdStandIn {
  const { publicUrl } = given;
  const options = { ...given, issuer: publicUrl + mountPath };
  const provider = createProvider(options);
  return {
    async routes(app) {
      // The window must keep its opener, from which our cross-origin-opener-policy would sever it.
      app.addHook('onRequest', async (_request, reply) => {
        // Without any referrer a browser does not say either whose form it sends.
        reply.headers({ 'cross-origin-opener-policy': 'unsafe-none', 'referrer-policy': 'same-origin' });
      });
      app.get(mountPath, (_request, reply) => {
        const words = `Sites in test mode let people sign in here: issuer ${options.issuer}, any client id and secret.`;
        return sendHtml(reply.header('content-security-policy', pagePolicy), messagePage('Local provider', words));
      });
      await app.register(async (scoped) => protocolRoutes(scoped, provider, publicUrl));
      await app.register(async (scoped) => interactionRoutes(scoped, provider, options, publicUrl));
    },
  };
}

const trimJob = jobKind({ name: 'trim-openid-stand-in', lane: 'upkeep', schedule: '52 * * * *' });

/** Keeps the table of the local provider from growing for ever. */
export const trimOpenId = (db: Database): Job => handle(trimJob, () => deleteExpired(db));

/** Hands requests over as they came, their bodies unread. */
function protocolRoutes(app: Http, provider: Provider, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  const answer = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.route({
    method: ['GET', 'POST'],
    url: `${mountPath}/*`,
    handler(request, reply) {
      const raw = request.raw as IncomingMessage & { originalUrl?: string };
      raw.originalUrl = raw.url!;
      raw.url = raw.url!.slice(mountPath.length);
      Object.assign(raw.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
      raw.headers.cookie = withoutSession(raw.headers.cookie);
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
      reply.hijack();
      void answer(raw, reply.raw);
    },
  });
}

const withoutSession = (cookies = '') =>
  cookies
    .split(';')
    .filter((pair) => !pair.trim().startsWith(sessionCookie))
    .join(';');

const sendHtml = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html);

type Form = PersonForm & { cancel?: string };

/** The page that asks who somebody is. */
function interactionRoutes(app: Http, provider: Provider, options: OpenIdProviderOptions, publicUrl: string): void {
  const url = `${mountPath}/interaction/:uid`;
  const clientName = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const { params } = await provider.interactionDetails(raw, reply.raw);
    const clientId = String(params['client_id']);
    return (await options.findClient(clientId))?.name ?? clientId;
  };
  const send = (reply: FastifyReply, html: string, status = 200) =>
    sendHtml(reply.status(status).header('content-security-policy', signInPolicy), html);

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    const words = 'This sign-in has ended. Please close this window and begin again.';
    return sendHtml(
      reply.status(400).header('content-security-policy', pagePolicy),
      messagePage('That did not work', words),
    );
  });

  app.get(url, async (request, reply) => send(reply, signInPage({ clientName: await clientName(request, reply) })));

  app.post(url, async (request, reply) => {
    if (request.headers.origin !== publicUrl) throw new Refusal('origin-not-allowed');
    const form = request.body as Form;
    const person = readPerson(form);
    if (!person && form.cancel === undefined) {
      const fault = 'Please enter an email address.';
      return send(reply, signInPage({ clientName: await clientName(request, reply), fault }), 400);
    }
    const result = person
      ? { login: { accountId: await rememberPerson(options, person) } }
      : { error: 'access_denied', error_description: 'the person did not go on' };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

export type { RelyingParty };
