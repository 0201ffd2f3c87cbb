import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Http } from '../platform/http/typed.ts';
import { docsStyle } from './docs-style.ts';

const builtPages = fileURLToPath(new URL('../../dist/docs/', import.meta.url));
const maxAgeSeconds = 600;

const styleHash = createHash('sha256').update(docsStyle).digest('base64');
/** Pages with examples at work have the install script, as any page that installs it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${styleHash}'`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsOptions {
  /** Our own origin, which stands in every example. */
  appUrl: string;
  /** Real people's product has no demonstration site: examples are then read only. */
  production: boolean;
}

/** The documentation for people who put the widget into their pages, as the build wrote it. */
export async function docsRoutes(app: Http, { appUrl, production }: DocsOptions): Promise<void> {
  for (const file of await readdir(builtPages)) {
    const { name } = path.parse(file);
    const html = await readFile(path.join(builtPages, file), 'utf8');
    const shown = production ? html.replace(/<!--live-->[\s\S]*?<!--\/live-->/g, '') : html;
    const page = shown.replaceAll('{intake}', appUrl);
    app.get(name === 'overview' ? '/docs' : `/docs/${name}`, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': policy, 'cache-control': `public, max-age=${maxAgeSeconds}` })
        .type('text/html; charset=utf-8')
        .send(page),
    );
  }
}
