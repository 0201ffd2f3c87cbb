import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInspecting, type Inspecting } from '../testing/inspecting.ts';
import { startTestMembership } from '../testing/membership.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';

/** Pages that cannot be joined to their site, so that the Inspector never comes into them. */

let inspecting: Inspecting;
let web: Receiver;
beforeAll(async () => {
  [inspecting, web] = await Promise.all([startInspecting(), startReceiver()]);
});
afterAll(() => Promise.all([inspecting.stop(), web.stop()]));

const button = '<button type="button" data-ms-modal="signup">Join</button>';
const install = ({ src = '/widget/v1/intake.js', app = 'app_live', key = 'pk_live', more = '' } = {}) =>
  `<script src="${src}" data-ms-app="${app}" data-ms-public-key="${key}" ${more}></script>`;
const pageWith = (head: string, body = button) => `<html><head>${head}</head><body>${body}</body></html>`;

/** What is reported of a file with this content: ids, messages, and the exit code. */
async function report(html: string, ...options: string[]) {
  await inspecting.put('page.html', html);
  const { json, exitCode, text } = await inspecting.inspectJson('page.html', ...options);
  return { findings: json.pages[0]!.findings, ids: json.pages[0]!.findings.map(({ id }) => id), exitCode, text };
}

describe('a page with attributes and no install script', () => {
  test('is an error of its first attribute', async () => {
    const { findings, exitCode } = await report(pageWith('<title>Club</title>', `<p>Hello</p>${button}${button}`));
    expect(findings).toMatchObject([
      {
        id: 'missing-install-code',
        type: 'error',
        attribute: 'data-ms-modal',
        element: button.replace('>Join</button>', '>').replace('type="button" ', ''),
        message: 'data-ms-modal does nothing, and no other attribute either: the page has no install script.',
      },
    ]);
    expect(exitCode).toBe(1);
  });

  test.for([
    ['a piece of a page', button],
    ['a page without attributes of ours', pageWith('', '<p>Hello</p>')],
    ['a page whose layout comes from elsewhere', pageWith('{% include "head" %}')],
    ['a page with a script that adds it', pageWith(`<script>add('https://x.example/widget/v1/intake.js')</script>`)],
    ['a page that ignores it', pageWith('', `<main data-ms-ignore="missing-install-code">${button}</main>`)],
  ])('is not told of %s', async ([, html]) => {
    expect((await report(html!)).ids).toEqual([]);
  });
});

test.for(['/widget/v1/intake.min.js', '/widget/v2/intake.js', '/widget/intake.js?v=1'])(
  'a script that the service does not have is an error: %s',
  async (src) => {
    const { findings } = await report(pageWith(install({ src: `https://x.example${src}` })), '--no-settings');
    const file = src.replace('?v=1', '');
    expect(findings).toMatchObject([
      { id: 'script-not-found', message: `The service has no ${file}: the script is /widget/v1/intake.js.` },
    ]);
  },
);

test.for(['/widget/v1/intake.js?v=1', '{{ service }}/widget/v1/intake.min.js'])(
  'a script that the service may have is none: %s',
  async (src) => {
    expect((await report(pageWith(install({ src })), '--no-settings')).ids).toEqual([]);
  },
);

test('a secret key in a page is an error, is sent nowhere and is not in the report', async () => {
  web.received.length = 0;
  const key = 'sk_sb_8c41f0e27d';
  const { ids, findings, text } = await report(pageWith(install({ key, more: `data-ms-domain="${web.origin}"` })));
  expect(ids).toEqual(['secret-key-in-page']);
  expect(findings[0]).toMatchObject({ attribute: 'data-ms-public-key', value: 'sk_…' });
  expect([text.includes(key), web.received]).toEqual([false, []]);
});

describe('a site that the service does not know', () => {
  test.for([
    ['a wrong key', { key: 'pk_mash' }, ['unknown-site'], 2],
    ['a wrong id', { app: 'app_mash' }, ['unknown-site'], 2],
    ['the right ones', {}, [], 0],
  ] as const)('%s', async ([, wrong, ids, exitCode]) => {
    const service = await startTestMembership();
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const html = pageWith(install({ ...wrong, more: `data-ms-domain="${origin}"` }));
    const reported = await report(html);
    await service.stop();
    expect([reported.ids, reported.exitCode]).toEqual([ids, exitCode]);
    if (ids.length > 0)
      expect(reported.findings[0]!['message']).toBe(
        `${origin} knows no site with this data-ms-app and data-ms-public-key.`,
      );
  });
});

test('a gated page of a site that no content group names is an error with the nearest address', async () => {
  const app = {
    id: 'app_live',
    plans: [],
    customFields: [],
    contentGroups: [
      {
        id: 'grp_rooms',
        key: 'rooms',
        name: 'Rooms',
        allowAllMembers: true,
        redirect: null,
        urls: [{ url: '/rooms.html', filter: 'EQUALS' }],
        plans: [],
      },
    ],
    authProviders: [],
  };
  const bodies: Record<string, string> = {
    '/room.html': pageWith(install({ more: 'data-ms-gated' })),
    '/rooms.html': pageWith(install()),
    '/': '<a href="/room.html">Room</a><a href="/rooms.html">Rooms</a>',
  };
  web.answer = (response, { path }) =>
    path === '/app'
      ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: app }))
      : response.writeHead(200, { 'content-type': 'text/html' }).end(bodies[path]);
  const { json } = await inspecting.inspectJson('--site', `${web.origin}/`);
  expect(json.pages.flatMap(({ findings }) => findings)).toMatchObject([
    { id: 'gated-without-group', message: expect.stringContaining('Did you mean /rooms.html?') },
    {
      id: 'gated-page-without-attribute',
      type: 'warning',
      mended: '<script src="/widget/v1/intake.js" data-ms-app="app_live" data-ms-public-key="pk_live" data-ms-gated>',
    },
  ]);
});

test('a file whose address is not known is compared where its site gates no address at all', async () => {
  await inspecting.put('open.yaml', 'id: app_live\nname: Club\npublicKey: pk_live\nmode: live\n');
  const html = pageWith(install({ more: 'data-ms-gated' }));
  expect((await report(html, '--settings', 'open.yaml')).ids).toEqual(['gated-without-group']);
  expect((await report(html, '--no-settings')).ids).toEqual([]);
});
