import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { startInspecting, type Inspecting } from '../testing/inspecting.ts';
import { startTestMembership } from '../testing/membership.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';

let inspecting: Inspecting;
let web: Receiver;
beforeAll(async () => {
  [inspecting, web] = await Promise.all([startInspecting(), startReceiver()]);
});
afterAll(() => Promise.all([inspecting.stop(), web.stop()]));
const put: Inspecting['put'] = (...given) => inspecting.put(...given);
const inspect: Inspecting['inspect'] = (...given) => inspecting.inspect(...given);
const inspectJson: Inspecting['inspectJson'] = (...given) => inspecting.inspectJson(...given);

const wrong = '<a href="/join" data-ms-plan="pln_demo_free">Join</a>';
const right = '<a href="/join" data-ms-plan:add="pln_demo_free">Join</a>';
const warned = '<form data-ms-form="forgot-password"><input data-ms-member="email"></form>';

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array } | 'never';
let answers: Record<string, Answer>;
beforeEach(() => {
  answers = {};
  web.received.length = 0;
  web.answer = (response, call) => {
    const answer = answers[call.path] ?? { status: 404 };
    if (answer === 'never') return;
    const { status = 200, headers = {}, body = '' } = answer;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };
});
const at = (place: string) => `${web.origin}${place}`;
const asked = () => web.received.map((call) => call.path);
const leadTo = (location: string): Answer => ({ status: 302, headers: { location } });

test('a page is found where redirects lead', async () => {
  answers['/old'] = leadTo('/new');
  answers['/new'] = { body: wrong };
  const { json, exitCode } = await inspectJson(at('/old'));
  expect([exitCode, json.pages[0]!.page]).toEqual([1, at('/old')]);
});

test('the charset of the Content-Type header has precedence over the page’s own', async () => {
  answers['/'] = {
    headers: { 'content-type': 'text/html; charset=latin1' },
    body: Buffer.from('<meta charset="utf-8"><a href="/" data-ms-plan="Café">x</a>', 'latin1'),
  };
  expect((await inspectJson(at('/'))).json.pages[0]!.findings).toMatchObject([{ value: 'Café' }]);
});

test.for<[string, Answer, string]>([
  ['has no such page', { status: 404 }, 'there is no such page (404)'],
  ['fails', { status: 503 }, 'the server answered with 503'],
  ['is no HTML', { headers: { 'content-type': 'application/json' } }, 'it is no HTML but application/json'],
  ['is empty', {}, 'it is empty'],
  ['leads to itself', { status: 301, headers: { location: '/it' } }, 'it leads on and on, more than 10 times'],
  [
    'leads out of the web',
    { status: 301, headers: { location: 'file:///etc/passwd' } },
    'it leads to what is no page of the web',
  ],
  [
    'is larger than any page',
    { body: Buffer.alloc(11 * 1024 * 1024, ' ') },
    'it is larger than 10 MB, which no page is',
  ],
  ['never answers', 'never', 'there was no whole answer within 1 s'],
])('an address that %s is told, and nothing else is', async ([, answer, because]) => {
  answers['/it'] = answer;
  const { json, exitCode } = await inspectJson(at('/it'), ...(answer === 'never' ? ['--timeout', '1'] : []));
  expect([exitCode, json.pages, json.failures]).toEqual([2, [], [{ page: at('/it'), because }]]);
});

test('an address without a server is reported as such', async () => {
  expect((await inspectJson(`http://127.0.0.1:${await freePort()}`)).json.failures).toMatchObject([
    { because: 'nobody answers there' },
  ]);
});

test('credentials in an address are sent to its pages and never printed', async () => {
  answers['/'] = { body: '<a href="/in">In</a>' };
  answers['/in'] = { body: '<p>In</p>' };
  const { text } = await inspectJson('--site', at('/').replace('//', '//ana:p%40ss@'));
  expect(web.received.map(({ headers }) => headers['authorization'])).toEqual(
    Array(2).fill(`Basic ${Buffer.from('ana:p@ss').toString('base64')}`),
  );
  expect(text).not.toMatch(/ana|p%40ss/);
});

test('a site is its pages that links lead to, nearest first and each once', async () => {
  const elsewhere = await startReceiver();
  answers['/'] = {
    body: `<a href="/one#part">1</a><a href="/one">1</a><a href="two">2</a><a href="/out">out</a><a href="${elsewhere.origin}/">away</a>
      <a href="/sheet.pdf">sheet</a><a href="/gone">gone</a><a href="mailto:a@example.org">mail</a><a href="http://[">?</a><a href="/file" download>file</a>`,
  };
  answers['/one'] = { body: '<base href="/below/"><a href="three">3</a><a href="/">home</a>' };
  answers['/two'] = { body: warned };
  answers['/out'] = leadTo(`${elsewhere.origin}/`);
  answers['/below/three'] = leadTo('/one');
  const { json, exitCode } = await inspectJson('--site', at('/'), '--warnings-fail');
  expect(asked()).toEqual(['/', '/one', '/two', '/out', '/gone', '/below/three', '/one']);
  expect(json.pages.map(({ page }) => page)).toEqual([at('/'), at('/one'), at('/two')]);
  expect(json.skipped).toEqual([
    { page: at('/out'), because: `it leads to another site, ${elsewhere.origin}` },
    { page: at('/gone'), because: 'there is no such page (404)' },
  ]);
  expect([exitCode, elsewhere.received]).toEqual([1, []]);
  await elsewhere.stop();
});

test('no more pages of a site are fetched than allowed', async () => {
  answers['/'] = { body: '<a href="/1">1</a><a href="/2">2</a><a href="/3">3</a>' };
  for (const place of ['/1', '/2', '/3']) answers[place] = { body: '<p>Here</p>' };
  const { text } = await inspect(['--site', at('/'), '--pages', '2']);
  expect(asked()).toEqual(['/', '/1']);
  expect(text).toContain('2 more were linked to and not looked at');
});

test('an unreachable start page is a failure, and so is a broken link', async () => {
  expect((await inspectJson('--site', at('/'))).exitCode).toBe(2);
  answers['/'] = { body: '<a href="/broken">1</a>' };
  answers['/broken'] = { status: 500 };
  expect((await inspectJson('--site', at('/'))).json.failures).toMatchObject([{ page: at('/broken') }]);
});

describe('settings', () => {
  const unknown = '<a href="/join" data-ms-plan:add="pln_gone">Join</a>';
  const install = (more = '') =>
    `<head><script src="/widget/v1/intake.js" data-ms-app="app_live" data-ms-public-key="pk_live" ${more}></script></head>`;
  const settingsOf = async (...words: string[]) => {
    const { json } = await inspectJson(...words);
    return json.pages.map(({ settings, findings }) => [settings['because'] ?? settings['site'], findings.length]);
  };

  test('are asked of the service that the page names, once', async () => {
    const service = await startTestMembership();
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
    for (const name of ['one', 'two']) await put(`asked/${name}.html`, install(`data-ms-domain="${origin}"`) + unknown);
    const { text, exitCode } = await inspect(['asked']);
    await service.stop();
    expect(exitCode).toBe(1);
    expect(text).toContain(`Ids and fields were compared with those of app_live, from ${origin}.`);
    expect(text).toContain(`${origin}/docs/inspector#incorrect-plan-id`);
    expect(text).toContain('2 pages inspected: 2 errors');
  });

  test('are the script’s origin’s to tell where the page says nothing else', async () => {
    answers['/'] = { body: install() + unknown };
    const none = { id: 'app_live', plans: [], customFields: [], contentGroups: [], authProviders: [] };
    answers['/app'] = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: none }) };
    expect(await settingsOf(at('/'))).toEqual([['app_live', 1]]);
    expect(web.received.at(-1)).toMatchObject({
      path: '/app',
      headers: { 'x-api-key': 'pk_live', 'x-app-id': 'app_live' },
    });
  });

  test.for<[string, Answer, string]>([
    [
      'refuses',
      { status: 403, body: '{"error":{"code":"origin-not-allowed","message":"Not from here."}}' },
      'refuses to tell: Not from here',
    ],
    ['says something else', { body: '<p>Hello</p>' }, 'answers with something else than settings'],
    ['says too much', { body: Buffer.alloc(11 * 1024 * 1024, ' ') }, 'answers with something else than settings'],
    ['leads on', leadTo('https://example.org/'), 'unexpected redirect'],
    ['never answers', 'never', 'there was no whole answer within 1 s'],
  ])(
    'are not compared with where the service %s, and the page is inspected all the same',
    async ([, answer, because]) => {
      await put('settings.html', install(`data-ms-domain="${web.origin}"`) + unknown + wrong);
      answers['/app'] = answer;
      const wait = answer === 'never' ? ['--timeout', '1'] : [];
      expect(await settingsOf('settings.html', ...wait)).toEqual([[expect.stringContaining(because), 1]]);
      expect((await inspect(['settings.html', ...wait])).exitCode).toBe(2);
    },
  );

  test('that a service refuses are a failure of the report, in one sentence', async () => {
    await put('refused.html', install(`data-ms-domain="${web.origin}"`) + right);
    answers['/app'] = { status: 403, body: '{"error":{"code":"origin-not-allowed","message":"Not from here."}}' };
    const sentence = `Ids and fields were not compared, as ${web.origin} refuses to tell: Not from here.`;
    expect(await inspect(['refused.html'])).toMatchObject({
      text: `1 page inspected: 0 errors, 0 warnings.\n${sentence}`,
      exitCode: 2,
    });
    const github = await inspect(['refused.html', '--format', 'github']);
    expect(github.text).toMatch(/^::error title=not compared::Ids and fields were not compared, .* Not from here\.$/m);
    const sarif = await inspect(['refused.html', '--format', 'sarif']);
    expect(JSON.parse(sarif.text)).toMatchObject({
      runs: [
        {
          invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ message: { text: sentence } }] }],
        },
      ],
    });
    expect((await inspect(['refused.html', '--no-settings'])).exitCode).toBe(0);
  });

  test.for<[string, string, string]>([
    ['has none', '', 'the page has no install script'],
    ['is of another service', '<script src="https://cdn.example/x.js" data-ms-app="a"></script>', 'another service’s'],
    ['has no key', '<script src="/widget/v1/intake.js" data-ms-app="a"></script>', 'has no public key'],
    [
      'is filled in by a template',
      '<script src="/widget/v1/intake.js" data-ms-app="{{ app }}" data-ms-public-key="{{ key }}"></script>',
      'a template language',
    ],
    ['has no app id', '<script src="/widget/v1/intake.js" data-ms-public-key="pk_live"></script>', 'has no app id'],
    ['lies beside the page', install(), 'does not say on which origin'],
    [
      'has a key with lines',
      install('data-ms-domain="https://x.example"').replace('pk_live', 'pk&#10;live'),
      'key that can be none',
    ],
  ])('are nobody’s to tell where the install script %s', async ([, html, because]) => {
    await put('nobody.html', html + unknown);
    const [[said] = []] = await settingsOf('nobody.html');
    expect(said).toContain(because);
  });

  test('a tag that does not say which site it is for is an error of the page', async () => {
    await put('bare.html', '<head><script src="https://x.example/widget/v1/intake.js"></script></head>');
    const { text, exitCode } = await inspect(['bare.html']);
    expect(exitCode).toBe(1);
    expect(text).toContain(
      'error  incomplete-install-code  The install script has no data-ms-app and no data-ms-public-key.',
    );
    expect(text).toContain('https://x.example/docs/inspector#incomplete-install-code');
  });

  test('of a file take precedence over the page’s service, which is not called', async () => {
    answers['/'] = { body: install() + unknown };
    await put('club.yaml', 'id: app_club\nname: Club\npublicKey: pk_club\nmode: live\n');
    expect(await settingsOf(at('/'), '--settings', 'club.yaml')).toEqual([['app_club', 1]]);
    expect(await settingsOf(at('/'), '--no-settings')).toEqual([['--no-settings was given', 0]]);
    expect(asked()).toEqual(['/', '/']);
    await put('club.yaml', 'id: app_club\n');
    await expect(inspect([at('/'), '--settings', 'club.yaml'])).rejects.toThrow('club.yaml cannot be applied');
  });
});
