import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../platform/commands.ts';
import { startTestMembership } from '../testing/membership.ts';
import { startReceiver, type Receiver } from '../testing/receiver.ts';
import { createInspectCommands } from './inspect-command.ts';

let folder: string;
let web: Receiver;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-inspect-'));
  web = await startReceiver();
});
afterAll(async () => {
  await web.stop();
  await rm(folder, { recursive: true, force: true });
});

const put = async (name: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content);
};

/** Far longer than anything takes: a busy machine is no fault of the product. */
const patient = ['--timeout', '600'];

/** Types the command where no terminal is, or one with colours. */
async function inspect(typed: string[], { hasColours = false } = {}) {
  const words = typed.includes('--timeout') ? typed : [...typed, ...patient];
  let exitCode: number | undefined;
  const told: string[] = [];
  const group = createInspectCommands({
    hasColours,
    folder,
    tell: (line) => told.push(line),
    endWith: (code) => (exitCode = code),
    documentation: 'https://docs.example',
  });
  const text = await runCommand([group], ['inspect', ...words], () => {
    throw new Error('nothing is lent');
  });
  return { text, exitCode, told };
}

interface Json {
  version: number;
  summary: Record<string, number>;
  pages: { page: string; settings: Record<string, unknown>; findings: Record<string, unknown>[] }[];
  failures: { page: string; because: string }[];
  skipped: { page: string; because: string }[];
  left: number;
}
async function inspectJson(...words: string[]) {
  const { text, ...rest } = await inspect(['--json', ...words]);
  return { ...rest, text, json: JSON.parse(text) as Json };
}

const wrong = '<a href="/join" data-ms-plan="pln_demo_free">Join</a>';
const right = '<a href="/join" data-ms-plan:add="pln_demo_free">Join</a>';
const warned = '<form data-ms-form="forgot-password"></form>';

describe('the report', () => {
  test('says for each problem where it is, what it is and how to go on', async () => {
    await put('report.html', `<!doctype html>\n<title>Join</title>\n  ${wrong}\n${warned}\n`);
    expect((await inspect(['report.html'])).text).toBe(
      [
        'report.html:3:3  error  broken-plan-suffix  data-ms-plan does nothing: write data-ms-plan:add, :update or :remove.',
        '    <a href="/join" data-ms-plan="pln_demo_free">',
        '    https://docs.example/docs/inspector#broken-plan-suffix',
        'report.html:4:1  warning  missing-redirect  Nobody is led to where the mailed code is typed.',
        '    <form data-ms-form="forgot-password">',
        '    https://docs.example/docs/inspector#missing-redirect',
        '',
        '1 page inspected: 1 error, 1 warning.',
        'Ids and fields were not compared, as the page has no install script.',
      ].join('\n'),
    );
  });

  test('for programs has names that stay', async () => {
    await put('report.html', wrong);
    const { json, exitCode } = await inspectJson('report.html');
    expect(exitCode).toBe(1);
    expect(json).toEqual({
      version: 1,
      summary: { pages: 1, errors: 1, warnings: 0, failures: 0 },
      pages: [
        {
          page: 'report.html',
          settings: { compared: false, because: 'the page has no install script' },
          findings: [
            {
              id: 'broken-plan-suffix',
              type: 'error',
              title: 'Plan attribute without :add, :update or :remove',
              message: 'data-ms-plan does nothing: write data-ms-plan:add, :update or :remove.',
              attribute: 'data-ms-plan',
              value: 'pln_demo_free',
              element: '<a href="/join" data-ms-plan="pln_demo_free">',
              line: 1,
              column: 1,
              documentation: 'https://docs.example/docs/inspector#broken-plan-suffix',
            },
          ],
        },
      ],
      failures: [],
      skipped: [],
      left: 0,
    });
  });

  test('has colours only where they are seen', async () => {
    await put('report.html', wrong);
    expect((await inspect(['report.html'])).text).not.toContain('\u001B');
    expect((await inspect(['report.html'], { hasColours: true })).text).toContain('\u001B[31merror\u001B[0m');
  });

  test('keeps what a page says in its line, for programs too', async () => {
    const hostile = '\u001B[2J\u009B31m\u202E\u2028\n';
    await put('hostile.html', `<a href="/x" data-ms-plan:add="${hostile}" id="${hostile}">x</a>`);
    for (const words of [['hostile.html'], ['hostile.html', '--json']])
      expect((await inspect(words)).text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    const { json } = await inspectJson('hostile.html');
    expect(json.pages[0]!.findings[0]!['value']).toBe(hostile);
  });
});

test.for<[string, string, string[], number]>([
  ['nothing is wrong', right, [], 0],
  ['there are errors', wrong, [], 1],
  ['there are warnings', warned, [], 0],
  ['there are warnings, and they count', warned, ['--warnings-fail'], 1],
  ['a page can not be inspected', '', [], 2],
])('it ends as agreed where %s', async ([, html, options, expected]) => {
  await put('ends.html', html);
  expect((await inspect(['ends.html', ...options])).exitCode).toBe(expected);
});

describe('words that make no sense are refused before anything is looked at', () => {
  test.for<[string[], string]>([
    [[], 'takes <file, folder or address>…'],
    [['ftp://example.org/'], 'can not be inspected'],
    [['http://'], 'is no address'],
    [['--site', '.'], '--site follows the links of an address'],
    [['a.html', '--pages', 'many'], '--pages takes a whole number from 1 to 100000, not "many".'],
    [['a.html', '--timeout', '0'], '--timeout takes a whole number'],
    [['a.html', '--settings', 'gone.yaml'], 'There is no file gone.yaml.'],
    [['a.html', '--settings', 'a.yaml', '--no-settings'], 'contradict each other'],
  ])('%j', async ([words, answer]) => {
    await expect(inspect(words)).rejects.toThrow(answer);
  });
});

describe('files', () => {
  test.for<[string, string | Uint8Array, string]>([
    ['empty', '', 'it is empty'],
    ['binary', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 60, 97), 'it is a binary file, no page'],
    ['of words alone', 'a < b', 'there is no tag in it'],
    ['nested beyond all measure', '<div>'.repeat(20_100), 'its elements are nested more than 20,000 deep'],
  ])('a file that is %s is no page', async ([, content, because]) => {
    await put('no-page.html', content);
    expect((await inspectJson('no-page.html')).json.failures).toEqual([{ page: 'no-page.html', because }]);
  });

  test('one that is larger than any page is not even read', async () => {
    await put('large.html', wrong);
    await truncate(path.join(folder, 'large.html'), 100 * 1024 * 1024);
    const { json } = await inspectJson('large.html', 'gone.html');
    expect(json.failures).toEqual([
      { page: 'large.html', because: 'it is larger than 10 MB, which no page is' },
      { page: 'gone.html', because: 'there is no such file or folder' },
    ]);
  });

  test('a folder stands for every page below it, each once', async () => {
    await put('site/b.html', right);
    await put('site/deep/er/a.HTM', wrong);
    await put('site/notes.txt', wrong);
    await put('site/node_modules/x/c.html', wrong);
    await put('site/.cache/d.html', wrong);
    await symlink(path.join(folder, 'site'), path.join(folder, 'site', 'deep', 'round'));
    const { json, told } = await inspectJson('site', 'site/b.html');
    expect(json.pages.map(({ page }) => page)).toEqual(['site/b.html', 'site/deep/er/a.HTM']);
    expect(told).toEqual(['site/b.html', 'site/deep/er/a.HTM']);
    await put('bare/notes.txt', wrong);
    expect((await inspectJson('bare')).json.failures).toMatchObject([{ because: 'there is no .html file below it' }]);
  });

  test.for<[string, string, string]>([
    ['says utf-8', '<meta charset="utf-8">', 'utf8'],
    ['says latin1', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">', 'latin1'],
    ['says nothing and is utf-8', '', 'utf8'],
    ['says nothing and is not', '', 'latin1'],
    ['says what nobody knows', '<meta charset="x-own">', 'utf8'],
    ['says what it can not be', '<meta charset="utf-16">', 'utf8'],
    ['begins with a mark', '\uFEFF', 'utf16le'],
  ])('a page that %s is read in its charset', async ([, head, encoding]) => {
    const bytes = Buffer.from(`${head}<a href="/" data-ms-plan="Café">x</a>`, encoding as BufferEncoding);
    await put('charset.html', bytes);
    expect((await inspectJson('charset.html')).json.pages[0]!.findings).toMatchObject([{ value: 'Café' }]);
  });
});

describe('addresses', () => {
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

  test('what the server says of the charset stands above the page’s own word', async () => {
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

  test('nobody at an address is told as that', async () => {
    const gone = await startReceiver();
    await gone.stop();
    expect((await inspectJson(gone.origin)).json.failures).toMatchObject([{ because: 'nobody answers there' }]);
  });

  test('a password of an address opens its pages and is shown to nobody', async () => {
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

  test('no more of a site is asked for than was allowed', async () => {
    answers['/'] = { body: '<a href="/1">1</a><a href="/2">2</a><a href="/3">3</a>' };
    for (const place of ['/1', '/2', '/3']) answers[place] = { body: '<p>Here</p>' };
    const { text } = await inspect(['--site', at('/'), '--pages', '2']);
    expect(asked()).toEqual(['/', '/1']);
    expect(text).toContain('2 more were linked to and not looked at');
  });

  test('a start that can not be had is a failure, a link that fails one too', async () => {
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
      for (const name of ['one', 'two'])
        await put(`asked/${name}.html`, install(`data-ms-domain="${origin}"`) + unknown);
      const { text, exitCode } = await inspect(['asked']);
      await service.stop();
      expect(exitCode).toBe(1);
      expect(text).toContain(`Ids and fields were compared with those of app_live, from ${origin}.`);
      expect(text).toContain(`${origin}/docs/inspector#incorrect-plan-id`);
      expect(text).toContain('2 pages inspected: 2 errors');
    });

    test('are the script’s origin’s to tell where the page says nothing else', async () => {
      answers['/'] = { body: install() + unknown };
      const none = { id: 'app_live', plans: [], customFields: [] };
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
        'refuses to tell: Not from here.',
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
      },
    );

    test.for<[string, string, string]>([
      ['has none', '', 'the page has no install script'],
      [
        'is of another service',
        '<script src="https://cdn.example/x.js" data-ms-app="a"></script>',
        'another service’s',
      ],
      ['has no key', '<script src="/widget/v1/intake.js" data-ms-app="a"></script>', 'has no public key'],
      ['lies beside the page', install(), 'does not say on which origin'],
      [
        'has a key with lines',
        install('data-ms-domain="https://x.example"').replace('pk_live', 'pk&#10;live'),
        'key that can be none',
      ],
    ])('are nobody’s to tell where the install script %s', async ([, html, because]) => {
      await put('nobody.html', html + unknown);
      expect(await settingsOf('nobody.html')).toEqual([[expect.stringContaining(because), 0]]);
    });

    test('of a file stand above the page’s service, and nobody is asked', async () => {
      answers['/'] = { body: install() + unknown };
      await put('club.yaml', 'id: app_club\nname: Club\npublicKey: pk_club\nmode: live\n');
      expect(await settingsOf(at('/'), '--settings', 'club.yaml')).toEqual([['app_club', 1]]);
      expect(await settingsOf(at('/'), '--no-settings')).toEqual([['--no-settings was given', 0]]);
      expect(asked()).toEqual(['/', '/']);
      await put('club.yaml', 'id: app_club\n');
      await expect(inspect([at('/'), '--settings', 'club.yaml'])).rejects.toThrow('club.yaml cannot be applied');
    });
  });
});
