import { statSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { partnerCodes } from '../contract/partners.ts';

/** The pages with reload on change: portal pages and their modules from Vite, everything else from the server behind it. */

const port = Number(process.env.PORT);
const vite = await createServer({
  server: {
    host: process.env.HOST || '127.0.0.1',
    port,
    strictPort: true,
    proxy: {
      '^/': {
        target: `http://127.0.0.1:${process.env.INTAKE_SERVER_PORT}`,
        bypass: ({ url = '/' }) => (isPage(url) || isModule(url) ? url : undefined),
      },
    },
  },
});

const pathnameOf = (url: string) => decodeURIComponent(new URL(url, 'http://localhost').pathname);

const isPage = (url: string) => partnerCodes.some((code) => code === pathnameOf(url).split('/')[1]);

function isModule(url: string) {
  const pathname = pathnameOf(url);
  if (/^\/(?:@|node_modules\/)/.test(pathname)) return true;
  const folders = [vite.config.root, vite.config.publicDir].filter((folder) => folder !== '');
  return folders.some((folder) => statSync(path.join(folder, pathname), { throwIfNoEntry: false })?.isFile());
}

process.on('disconnect', () => process.exit(0));
await vite.listen();
