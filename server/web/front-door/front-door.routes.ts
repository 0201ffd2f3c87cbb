import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { partnerCodes, partners, type Partner } from '../../../shared/partners.ts';
import type { Http } from '../../platform/http/typed.ts';
import { isUnderAnotherName } from '../../platform/http/own-name.ts';
import { encodingFor, makeDocument } from '../page-documents.ts';
import { frontDoorPage, ownPageHeaders, picturePrefix, type Account, type FrontDoor } from './front-door-page.ts';

const pictures = fileURLToPath(new URL('pictures/', import.meta.url));
const maxAgeSeconds = 3_600;

/** What the front door depends on. */
export interface FrontDoorOptions {
  /** The origin the page belongs to. */
  appUrl: string;
  /** Origin of the demonstration site; undefined while it has not started. */
  findSiteUrl(): string | undefined;
  /** Host and port of the database, without credentials. */
  database: string;
  usesMailbox: boolean;
  usesSandbox: boolean;
  /** Present demonstration accounts. */
  findAccounts(): Promise<{ students: Account[]; siteMembers: Account[] }>;
}

/** Serves the front door at `/`. Mounted outside production only (decision 0038). */
export async function frontDoorRoutes(app: Http, options: FrontDoorOptions): Promise<void> {
  const { appUrl, findAccounts, findSiteUrl } = options;
  const portals = partnerCodes.map((code) => describePortal(partners[code]));
  await app.register(serveFiles as never, {
    root: pictures,
    prefix: picturePrefix,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply: FastifyReply) => void reply.header('cache-control', `public, max-age=${maxAgeSeconds}`),
  });
  app.get('/', async (request, reply) => {
    if (isUnderAnotherName(request, appUrl)) return reply.redirect(appUrl);
    const siteUrl = findSiteUrl();
    const html = frontDoorPage({ ...(await findAccounts()), portals, siteUrl, running: describeRunning(options) });
    const document = await makeDocument(html);
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.headers({ ...ownPageHeaders, vary: 'accept-encoding' }).send(document[encoding ?? 'plain']);
  });
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

/** A portal by its partner's code and the country its language is of. */
const describePortal = ({ code, words, languageTag }: Partner) => ({
  path: `/${code}`,
  name: code.toUpperCase(),
  about: `${words.Enrolment} Portal, ${countries.of(new Intl.Locale(languageTag).region!)}`,
});

function describeRunning({ appUrl, database, usesMailbox, usesSandbox }: FrontDoorOptions): FrontDoor['running'] {
  return [
    { name: 'The service', path: '/healthz', about: appUrl },
    usesMailbox
      ? { name: 'Mailbox', path: '/dev/mail', about: 'Every mail, with its codes and links' }
      : { name: 'Mail', about: 'Sent by the server that SMTP_URL names' },
    usesSandbox
      ? { name: 'Card sandbox', path: '/dev/card/', about: 'Test cards, subscriptions to renew, faults to try' }
      : { name: 'Cards', about: 'Taken by the provider that STRIPE_SECRET_KEY belongs to' },
    { name: 'OpenID provider', path: '/dev/oidc', about: 'Log-in with a provider, without an account elsewhere' },
    { name: 'Database', about: database },
  ];
}
