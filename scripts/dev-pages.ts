import { statSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { limits } from '../contract/limits.ts';
import { findPartner } from '../shared/partners.ts';
import { untilListening } from './lib/listening.ts';
import { fillTemplate } from '../server/web/page-template.ts';

/** Serves the portal's pages and modules by Vite with hot reload, and proxies everything else to the server. */

const port = Number(process.env.PORT);
const serverPort = Number(process.env.INTAKE_SERVER_PORT);
/** As in config/sites/enrolment.yaml: in development the pages are not the server's, which knows the stored site. */
const shipped = { publicKey: 'pk_sb_enrolment', passwordMinLength: limits.passwordMinLength };
const vite = await createServer({
  plugins: [
    {
      name: 'fill-template',
      // Requests wait while the server restarts: otherwise the proxy logs each ECONNREFUSED.
      configureServer: ({ middlewares }) =>
        void middlewares.use((request, _reply, next) => {
          const { url = '/' } = request;
          if (isPage(url) || isModule(url)) next();
          else void untilListening(serverPort).then(() => next());
        }),
      transformIndexHtml: (html, { originalUrl = '/' }) => fillTemplate(html, partnerIn(originalUrl), shipped),
    },
  ],
  server: {
    host: process.env.HOST || '127.0.0.1',
    port,
    strictPort: true,
    proxy: {
      '^/': {
        target: `http://127.0.0.1:${serverPort}`,
        bypass: ({ url = '/' }) => (isPage(url) || isModule(url) ? url : undefined),
      },
    },
  },
});

const pathnameOf = (url: string) => decodeURI(new URL(url, 'http://localhost').pathname);
const partnerIn = (url: string) => pathnameOf(url).split('/')[1];
const isPage = (url: string) => findPartner(partnerIn(url)) !== undefined;

function isModule(url: string) {
  const pathname = pathnameOf(url);
  if (/^\/(?:@|node_modules\/)/.test(pathname)) return true;
  const folders = [vite.config.root, vite.config.publicDir].filter((folder) => folder !== '');
  return folders.some((folder) => statSync(path.join(folder, pathname), { throwIfNoEntry: false })?.isFile());
}

process.on('disconnect', () => process.exit(0));
await vite.listen();
