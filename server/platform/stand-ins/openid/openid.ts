import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { messagePage, pagePolicy } from '../../http/plain-page.ts';
import type { Http } from '../../http/typed.ts';
import { Refusal } from '../../refusal.ts';
import { readPerson, type PersonForm } from './people.ts';
import { createProvider, mountPath, rememberPerson, sessionCookie, type OpenIdProviderOptions } from './provider.ts';
import { providerPage, providerPolicy, signInPage } from './sign-in.page.ts';

/** The local OpenID provider. */
export interface OpenIdStandIn {
  /** Everything under `/dev/oidc`. */
  routes(app: Http): Promise<void>;
}

export type OpenIdStandInOptions = Omit<OpenIdProviderOptions, 'issuer'>;

/**
 * A local OpenID provider, so that sign-in with providers works on one machine. It speaks the real protocol and lets
 * the person choose an identity.
 */
export function createOpenIdStandIn(given: OpenIdStandInOptions): OpenIdStandIn {
  const { publicUrl } = given;
  const options = { ...given, issuer: publicUrl + mountPath };
  let provider: Promise<Provider> | undefined;
  const findProvider = () => (provider ??= createProvider(options));
  return {
    async routes(app) {
      // The popup must keep its opener, from which our cross-origin-opener-policy would sever it.
      app.addHook('onRequest', async (_request, reply) => {
        // With `no-referrer` a browser sends forms with `Origin: null`.
        reply.headers({ 'cross-origin-opener-policy': 'unsafe-none', 'referrer-policy': 'same-origin' });
      });
      app.get(mountPath, (_request, reply) =>
        sendHtml(reply.header('content-security-policy', providerPolicy), providerPage(options.issuer)),
      );
      await app.register(async (scoped) => protocolRoutes(scoped, findProvider, publicUrl));
      await app.register(async (scoped) => interactionRoutes(scoped, findProvider, options, publicUrl));
    },
  };
}

/** The provider, built at the first request. */
type FindProvider = () => Promise<Provider>;

/** Passes raw requests to the provider, with unparsed bodies. */
function protocolRoutes(app: Http, findProvider: FindProvider, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  let answer: ReturnType<Provider['callback']> | undefined;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.route({
    method: ['GET', 'POST'],
    url: `${mountPath}/*`,
    async handler(request, reply) {
      answer ??= (await findProvider()).callback();
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

/** The page on which a person chooses an identity. */
function interactionRoutes(
  app: Http,
  findProvider: FindProvider,
  options: OpenIdProviderOptions,
  publicUrl: string,
): void {
  const url = `${mountPath}/interaction/:uid`;
  const clientName = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const { params } = await (await findProvider()).interactionDetails(raw, reply.raw);
    const clientId = String(params['client_id']);
    return (await options.findClient(clientId))?.name ?? clientId;
  };
  const send = (reply: FastifyReply, html: string, status = 200) =>
    sendHtml(reply.status(status).header('content-security-policy', providerPolicy), html);

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    const { errors } = await import('oidc-provider');
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
    const provider = await findProvider();
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}
