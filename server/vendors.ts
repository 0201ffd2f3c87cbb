import { createCardProvider, type CardProvider } from './platform/card-provider.ts';
import type { Database } from './platform/database/database.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import type { Env } from './platform/env.ts';
import type { Http } from './platform/http/typed.ts';
import type { JobKind } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import { createMailSender, forgetOldMails } from './platform/mail.ts';
import { startCardSandbox } from './platform/stand-ins/card-sandbox/card-sandbox.ts';
import { startMailbox } from './platform/stand-ins/mailbox.ts';

export interface Vendors {
  cards: CardProvider;
  jobs: JobKind[];
  routes: ((app: Http) => Promise<void>)[];
  close(): Promise<void>;
}

/** The real services where they are set, else programs of our own that speak their protocol. */
export async function startVendors(env: Env, db: Database, log: Log): Promise<Vendors> {
  const mailbox = env.smtpUrl ? undefined : await startMailbox(db, log);
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
  const mail = createMailSender(db, { smtpUrl: env.smtpUrl ?? mailbox!.smtpUrl, from: env.mailFrom, log });
  return {
    jobs: [mail.job, forgetOldMails(db), ...(mailbox ? [mailbox.job] : [])],
    cards: createCardProvider({
      secretKey: env.stripe?.secretKey ?? 'sk_test_sandbox',
      webhookSecret,
      apiBase: env.stripe ? env.stripe.apiBase : sandbox!.apiBase,
      log,
    }),
    routes: [mailbox?.routes, sandbox?.routes].filter((routes) => routes !== undefined),
    async close() {
      mail.close();
      await Promise.all([mailbox?.close(), sandbox?.close()]);
    },
  };
}

/** The address a server that listens on `host` has for programs on this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
