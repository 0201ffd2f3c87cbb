import { createCardProvider, type CardProvider } from './platform/cards/card-provider.ts';
import type { PooledDatabase } from './platform/database/database.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import type { Env } from './platform/env.ts';
import type { Http } from './platform/http/typed.ts';
import type { Job } from './platform/jobs.ts';
import type { Keys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createMailSender, eraseOldMails } from './platform/mail.ts';
import type { CardSandbox } from './platform/stand-ins/card-sandbox/card-sandbox.ts';
import { trimMailbox } from './platform/stand-ins/mailbox.jobs.ts';
import { trimOpenId } from './platform/stand-ins/openid/openid.jobs.ts';
import type { RelyingParty } from './platform/stand-ins/openid/provider.ts';

/** Mail and cards: the real services or stand-ins. */
export interface Vendors {
  cards: CardProvider;
  jobs: Job[];
  routes: ((app: Http) => Promise<void>)[];
  /** See `Platform`. */
  payAtSandbox: CardSandbox['pay'] | undefined;
  close(): Promise<void>;
}

/** The dependencies of the vendors. */
export interface VendorsOptions {
  db: PooledDatabase;
  keys: Keys;
  log: Log;
  /** Looks up a client of the local provider. Called lazily, at the first requests. */
  findRelyingParty(clientId: string): Promise<RelyingParty | undefined>;
}

/** Stand-ins are loaded when they are started: production has none, and their libraries take 20 MB. */
const loadMailbox = () => import('./platform/stand-ins/mailbox.ts');
const loadCardSandbox = () => import('./platform/stand-ins/card-sandbox/card-sandbox.ts');
const loadOpenId = () => import('./platform/stand-ins/openid/openid.ts');

/** Connects the real services where they are configured, else starts stand-ins that speak their protocols. */
export async function startVendors(env: Env, { db, keys, log, findRelyingParty }: VendorsOptions): Promise<Vendors> {
  const mailbox = env.smtpUrl ? undefined : await (await loadMailbox()).startMailbox(db, log);
  const { cards, sandbox } = await startCards(env, { db, log });
  // Real providers are configured by each site; this one comes in addition, for development.
  const openid = env.production
    ? undefined
    : (await loadOpenId()).createOpenIdStandIn({
        db,
        publicUrl: env.appUrl,
        secret: await developmentSecret(db, 'openid'),
        findClient: findRelyingParty,
        log,
      });
  const smtpUrl = env.smtpUrl ?? mailbox!.smtpUrl;
  const mail = createMailSender(db, { smtpUrl, from: env.mailFrom, keys, log });
  return {
    // Old data of stand-ins is deleted even when real services are configured.
    jobs: [...mail.jobs, eraseOldMails(db), trimMailbox(db), trimOpenId(db)],
    cards,
    payAtSandbox: sandbox?.pay,
    routes: [mailbox?.routes, sandbox?.routes, openid?.routes].filter((routes) => routes !== undefined),
    async close() {
      mail.close();
      await Promise.all([mailbox?.close(), sandbox?.close()]);
    },
  };
}

/** Connects the card provider alone, for a command. @returns it, and how to close the sandbox if it is one */
export async function startCards(
  env: Env,
  { db, log }: Pick<VendorsOptions, 'db' | 'log'>,
): Promise<{ cards: CardProvider; sandbox: CardSandbox | undefined }> {
  const webhookSecret = env.stripe?.webhookSecret ?? (await developmentSecret(db, 'webhook', 'whsec_'));
  const sandbox = env.stripe
    ? undefined
    : await (
        await loadCardSandbox()
      ).startCardSandbox({
        db,
        publicUrl: env.appUrl,
        webhookUrl: `http://${reachable(env.host)}:${env.port}/webhooks/stripe`,
        webhookSecret,
        log,
      });
  const cards = createCardProvider({
    secretKey: env.stripe?.secretKey ?? 'sk_test_sandbox',
    webhookSecret,
    apiBase: env.stripe ? env.stripe.apiBase : sandbox!.apiBase,
    log,
  });
  return { cards, sandbox };
}

/** The address at which programs on this machine reach a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
