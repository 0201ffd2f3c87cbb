import { isIP } from 'node:net';
import { ipOf } from '../internet-address.ts';
import { Refusal } from '../refusal.ts';
import { isOwnMachine } from './own-machine.ts';
import type { Http } from './typed.ts';

const prefix = /^\/dev(?:\/|$)/;

/**
 * Pages under `/dev` show every mail with its codes, so they answer only under a name of this machine, an IP address or
 * the product's own address. Without it a foreign website whose name is made to resolve to 127.0.0.1 (DNS rebinding)
 * reads them through its visitor's browser: to the browser the pages then belong to that website's origin.
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
