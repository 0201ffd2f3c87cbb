import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { partnerCodes } from '../../../shared/partners.ts';
import type { Http } from '../../platform/http/typed.ts';
import { isUnderAnotherName } from '../../platform/http/own-name.ts';
import { frontDoorPage, ownPageHeaders, picturePrefix, type Account, type FrontDoor } from './front-door-page.ts';

const pictures = fileURLToPath(new URL('pictures/', import.meta.url));
const maxAgeSeconds = 3_600;

export interface FrontDoorOptions {
  /** The origin the page belongs to. */
  appUrl: string;
  /** The port of the demonstration site. */
  demoPort: number;
  /** Where the database answers, without account and password. */
  database: string;
  usesMailbox: boolean;
  usesSandbox: boolean;
  /** Accounts to try the product with, as they are at the moment. */
  findAccounts(): Promise<{ students: Account[]; siteMembers: Account[] }>;
}

/** What somebody sees who opens the product's own address. Mounted outside production only: decision 0038. */
export async function frontDoorRoutes(app: Http, options: FrontDoorOptions): Promise<void> {
  const { appUrl, demoPort, findAccounts } = options;
  const siteUrl = `http://${new URL(appUrl).hostname}:${demoPort}`;
  const portals = partnerCodes.map((code) => ({ path: `/${code}`, name: code.toUpperCase() }));
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
    const html = frontDoorPage({ ...(await findAccounts()), portals, siteUrl, running: describeRunning(options) });
    return reply.headers(ownPageHeaders).send(html);
  });
}

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
