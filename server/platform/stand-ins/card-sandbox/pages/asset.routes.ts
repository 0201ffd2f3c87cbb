import { readFile } from 'node:fs/promises';
import type { Http } from '../../../http/typed.ts';

const assets: Record<string, string> = {
  'card-sandbox.css': 'text/css; charset=utf-8',
  'card-checkout.css': 'text/css; charset=utf-8',
  'card-pages.css': 'text/css; charset=utf-8',
  'card-plans.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
  'card-rules.js': 'text/javascript; charset=utf-8',
};

/** The pages' stylesheets and scripts, read anew each time: they are small and this is no production server. */
export function assetRoutes(app: Http): void {
  for (const [name, type] of Object.entries(assets)) {
    const file = new URL(`assets/${name}`, import.meta.url);
    app.get(`/dev/card/assets/${name}`, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }
}
