import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLibrary } from './testing/library-site.ts';
import { picture } from './testing/pictures.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { ask } from './testing/ask.ts';

const uploadsName = 'files.localhost';
const sheet = {
  key: 'sheet',
  type: 'FILE',
  mediaType: 'application/pdf',
  fileName: 'a.pdf',
  allowAllMembers: true,
} as const;

let product: TestProduct;
let port: string;
let pictureUrl: URL;
let sheetUrl: URL;
beforeAll(async () => {
  product = await startTestProduct({
    sites: [buildLibrary([{ ...sheet, base64: Buffer.from('%PDF-1.7').toString('base64') }])],
    envFor: (own) => ({ UPLOADS_URL: `http://${uploadsName}:${own}` }),
  });
  ({ port } = new URL(product.url));
  const student = await product.buildStudent();
  const form = new FormData();
  form.append('profileImage', new Blob([new Uint8Array(await picture('png'))], { type: 'image/png' }), 'me.png');
  const uploaded = await fetch(`${product.url}/member/profile-image`, {
    method: 'POST',
    headers: { 'x-api-key': 'pk_sb_enrolment', authorization: `Bearer ${student.token}` },
    body: form,
  });
  pictureUrl = new URL(((await uploaded.json()) as { data: { profileImage: string } }).data.profileImage);
  const headers = { 'x-api-key': 'pk_sb_library' };
  const body = { email: 'reader@example.org', password: 'seven-slow-lanterns' };
  const token = (await product.call('POST', '/auth/signup', { headers, body })).body.data.tokens.accessToken;
  const handed = await product.call('POST', '/secure-content', { headers, token, body: { contentId: 'sheet' } });
  sheetUrl = new URL(handed.body.data.content);
});
afterAll(() => product.stop());

/** A request with the given Host header. */
const under = (name: string, path: string, method = 'GET') =>
  ask(product.url + path, { method, headers: { host: `${name}:${port}`, accept: 'text/html' } });

describe('where uploaded files have an origin of their own', () => {
  test('addresses of pictures and files use it, and are served there', async () => {
    for (const { origin, pathname, search } of [pictureUrl, sheetUrl]) {
      expect(origin).toBe(`http://${uploadsName}:${port}`);
      expect((await under(uploadsName, pathname + search)).status).toBe(200);
    }
  });

  test.for(['/uts/login', '/healthz', '/app', '/docs', '/widget/v1/client.js', '/dev/mail', '/robots.txt'])(
    'nothing else answers there: %s',
    async (path) => {
      expect((await under('localhost', path)).status).not.toBe(404);
      for (const name of [uploadsName, uploadsName.toUpperCase(), `${uploadsName}.`])
        expect((await under(name, path)).status).toBe(404);
    },
  );

  test('no call is made there, and no cookie is set', async () => {
    const asked = ['POST /auth/login', 'POST /auth/signup', 'GET /member', `GET ${pictureUrl.pathname}`];
    for (const each of asked) {
      const [method = '', path = ''] = each.split(' ');
      const { status, headers } = await under(uploadsName, path, method);
      expect([each, status, headers.get('set-cookie')]).toEqual([each, path.startsWith('/files/') ? 200 : 404, null]);
    }
  });

  test('our own origin redirects a browser there', async () => {
    const { status, headers } = await under('localhost', pictureUrl.pathname);
    expect([status, headers.get('location')]).toEqual([308, pictureUrl.href]);
  });
});
