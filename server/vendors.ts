import { createCardProvider, type CardProvider } from './platform/cards/card-provider.ts';
import type { PooledDatabase } from './platform/database/database.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import type { Env } from './platform/env.ts';
import type { Http } from './platform/http/typed.ts';
import type { Job } from './platform/jobs.ts';
import type { Keys } from './platform/keys.ts';
import type { Log } from './platform/log.ts';
import { createMailSender, forgetOldMails } from './platform/mail.ts';
import { startCardSandbox, type CardSandbox } from './platform/stand-ins/card-sandbox/card-sandbox.ts';
import { startMailbox, trimMailbox } from './platform/stand-ins/mailbox.ts';
import { createOpenIdStandIn, trimOpenId, type RelyingParty } from './platform/stand-ins/openid/openid.ts';

export interface Vendors {
  cards: CardProvider;
  jobs: Job[];
  routes: ((app: Http) => Promise<void>)[];
  close(): Promise<void>;
}

export interface VendorsOptions {
  db: PooledDatabase;
  keys: Keys;
  log: Log;
  /** Who may have people sign in with the local provider. Asked only once requests come. */
  findRelyingParty(clientId: string): Promise<RelyingParty | undefined>;
}

/** The real services where they are set, else programs of our own that speak their protocol. */
export async function startVendors(env: Env, { db, keys, log, findRelyingParty }: VendorsOptions): Promise<Vendors> {
  const mailbox = env.smtpUrl ? undefined : await startMailbox(db, log);
  const { cards, sandbox } = await startCards(env, { db, log });
  // Real providers are set up by each site; this one is there beside them, for trying things out.
  const openid = env.production
    ? undefined
    : createOpenIdStandIn({
        db,
        publicUrl: env.appUrl,
        secret: await developmentSecret(db, 'openid'),
        findClient: findRelyingParty,
        log,
      });
  const smtpUrl = env.smtpUrl ?? mailbox!.smtpUrl;
  const mail = createMailSender(db, { smtpUrl, from: env.mailFrom, keys, log });
  return {
    // What stand-ins have kept is cleared away beside the real services too.
    jobs: [...mail.jobs, forgetOldMails(db), trimMailbox(db), trimOpenId(db)],
    cards,
    routes: [mailbox?.routes, sandbox?.routes, openid?.routes].filter((routes) => routes !== undefined),
    async close() {
      mail.close();
      await Promise.all([mailbox?.close(), sandbox?.close()]);
    },
  };
}

/** The card provider alone, for a program that serves nothing; the sandbox, where it is one, is to be closed. */
export async function startCards(
  env: Env,
  { db, log }: Pick<VendorsOptions, 'db' | 'log'>,
): Promise<{ cards: CardProvider; sandbox: CardSandbox | undefined }> {
  const webhookSecret = env.stripe?.webhookSecret ?? (await developmentSecret(db, 'webhook', 'whsec_'));
  const sandbox = env.stripe
    ? undefined
    : await startCardSandbox({
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

/** The address a server that listens on `host` has for programs on this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
