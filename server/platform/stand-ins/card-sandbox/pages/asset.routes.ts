import { readFile } from 'node:fs/promises';
import type { Http } from '../../../http/typed.ts';
import { ownLook } from '../../../own-look.ts';

const assets: Record<string, string> = {
  'card-sandbox.css': 'text/css; charset=utf-8',
  'card-checkout.css': 'text/css; charset=utf-8',
  'card-pages.css': 'text/css; charset=utf-8',
  'card-plans.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
  'card-rules.js': 'text/javascript; charset=utf-8',
};

/** The look of the product's own pages, with the sandbox's names for its colours. */
const toolStyle = `${ownLook}
:root{--paper:var(--page);--tint:var(--soft);--focus:var(--link)}
@media(prefers-color-scheme:dark){:root{--action:#33436b;--action-hover:#40538a;--error:var(--bad);--error-tint:#3b1f1d;--success:var(--good);--test:#3a3118;--test-ink:#f5dc9a;--test-line:#6b5a26}}`;

/** The pages' stylesheets and scripts, read anew each time: they are small and this is no production server. */
export function assetRoutes(app: Http): void {
  app.get('/dev/card/assets/own-look.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(toolStyle));
  for (const [name, type] of Object.entries(assets)) {
    const file = new URL(`assets/${name}`, import.meta.url);
    app.get(`/dev/card/assets/${name}`, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }
}
