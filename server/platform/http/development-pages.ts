import { isIP } from 'node:net';
import { ipOf } from '../internet-address.ts';
import { Refusal } from '../refusal.ts';
import { isOwnMachine } from './own-machine.ts';
import type { Http } from './typed.ts';

const prefix = /^\/dev(?:\/|$)/;

/**
 * Protects pages under `/dev`, which show every mail with its codes, from DNS rebinding: a foreign website whose name
 * resolves to 127.0.0.1 would read them, as its own origin, through its visitor's browser. So they answer only to a
 * Host of this machine, an IP address or the product's own address.
 */
export function guardDevelopmentPages(app: Http, appUrl: string): void {
  const ownName = new URL(appUrl).hostname;
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (!prefix.test(routeOptions.url ?? '')) return;
    const name = URL.parse(`http://${headers.host}`)?.hostname ?? '';
    if (name === ownName || isOwnMachine(name) || isIP(ipOf(name) ?? '')) return;
    throw new Refusal('not-found', { message: `Pages under /dev answer at ${appUrl}/dev/ only.` });
  });
}
