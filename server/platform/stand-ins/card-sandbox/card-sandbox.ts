import type { AddressInfo } from 'node:net';
import type { Http } from '../../http/typed.ts';
import type { PooledDatabase } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { startApiServer } from './api/api-server.ts';
import { hostedPages } from './pages/pages.routes.ts';
import { readCard } from './pages/typed-card.ts';
import { payCheckout } from './payments/payment.ts';
import type { Sandbox } from './sandbox.ts';
import { startTaskRunner } from './task-runner.ts';

/** Options of the card sandbox. */
export interface CardSandboxOptions {
  db: PooledDatabase;
  /** Where the hosted pages can be reached from a browser, without a slash at the end. */
  publicUrl: string;
  /** Events are sent there. */
  webhookUrl: string;
  webhookSecret: string;
  log: Log;
}

/** A running card sandbox. */
export interface CardSandbox {
  /** The API, `http://127.0.0.1:54321`. Any key that begins with `sk_test_` opens it. */
  apiBase: string;
  /** Mounts the hosted pages under /dev/card/. */
  routes: (app: Http) => Promise<void>;
  /**
   * Pays a checkout as at its page.
   *
   * @param card number of a test card
   * @throws Error for an unknown checkout
   */
  pay(checkoutId: string, card: string): Promise<void>;
  /** Ends the API and the sending of events. What is left to do waits in the database. */
  close(): Promise<void>;
}

/**
 * A card provider of our own for installations without a key. It speaks Stripe's wire, so its SDK works against it
 * unchanged, and knows nothing of what is sold. Several processes may run one on the same database.
 */
export async function startCardSandbox(options: CardSandboxOptions): Promise<CardSandbox> {
  const { db, publicUrl, webhookUrl, webhookSecret, log } = options;
  const sandbox: Sandbox = {
    db,
    publicUrl,
    webhook: { url: webhookUrl, secret: webhookSecret },
    log,
    wake: () => runner.wake(),
  };
  const runner = startTaskRunner(sandbox);
  const server = await startApiServer(sandbox);
  const { port } = server.server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}`,
    routes: (app) => hostedPages(app, sandbox),
    async pay(checkoutId, number) {
      const card = readCard({ number, expiry: '12 / 34', cvc: '123', name: 'A Student' });
      if ('faults' in card) throw new Error(`the card sandbox does not take ${number}`);
      await payCheckout(sandbox, checkoutId, card);
    },
    close: async () => {
      await server.close();
      await runner.close();
    },
  };
}
