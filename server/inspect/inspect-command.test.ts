import { symlink, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInspecting, type Inspecting } from '../testing/inspecting.ts';

let inspecting: Inspecting;
beforeAll(async () => {
  inspecting = await startInspecting();
});
afterAll(() => inspecting.stop());
const put: Inspecting['put'] = (...given) => inspecting.put(...given);
const inspect: Inspecting['inspect'] = (...given) => inspecting.inspect(...given);
const inspectJson: Inspecting['inspectJson'] = (...given) => inspecting.inspectJson(...given);

const wrong = '<a href="/join" data-ms-plan="pln_demo_free">Join</a>';
const right = '<a href="/join" data-ms-plan:add="pln_demo_free">Join</a>';
const warned = '<form data-ms-form="forgot-password"><input data-ms-member="email"></form>';

describe('the report', () => {
  test('says for each problem where it is, what it is and how to go on', async () => {
    await put('report.html', `<!doctype html>\n<title>Join</title>\n  ${wrong}\n${warned}\n`);
    expect((await inspect(['report.html'])).text).toBe(
      [
        'report.html:3:3  error  broken-plan-suffix  data-ms-plan does nothing: write data-ms-plan:add, :update or :remove.',
        '    <a href="/join" data-ms-plan="pln_demo_free">',
        '    write <a href="/join" data-ms-plan:add="pln_demo_free">',
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

  test('as JSON has stable names', async () => {
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
              mended: '<a href="/join" data-ms-plan:add="pln_demo_free">',
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

  test('has colours only on a terminal', async () => {
    await put('report.html', wrong);
    expect((await inspect(['report.html'])).text).not.toContain('\u001B');
    expect((await inspect(['report.html'], { hasColours: true })).text).toContain('\u001B[31merror\u001B[0m');
  });

  test('escapes control characters of a page, in JSON too', async () => {
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

describe('for a pipeline', () => {
  test('the report is SARIF, with a rule for each kind of problem', async () => {
    await put('a page.html', `${wrong}\n${wrong}${warned}`);
    const { text, exitCode } = await inspect(['a page.html', 'gone.html', '--format', 'sarif']);
    const sarif = JSON.parse(text) as { version: string; runs: [Record<string, unknown>] };
    expect([exitCode, sarif.version]).toEqual([2, '2.1.0']);
    expect(sarif.runs[0]).toMatchObject({
      tool: { driver: { rules: [{ id: 'broken-plan-suffix' }, { id: 'missing-redirect' }] } },
      invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }] }],
      results: [
        { ruleId: 'broken-plan-suffix', ruleIndex: 0, level: 'error' },
        {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'a%20page.html' },
                region: { startLine: 2, startColumn: 1 },
              },
            },
          ],
        },
        { ruleId: 'missing-redirect', ruleIndex: 1, level: 'warning' },
      ],
    });
  });

  test('the report is one annotation a line, whatever stands in a page', async () => {
    await put('a,b.html', `<b data-ms-modal="&#10;::error::50%"></b>\n${wrong}`);
    const { text } = await inspect(['a,b.html', '--format', 'github']);
    const [hostile, plain, ...rest] = text.split('\n');
    expect(hostile).toMatch(/^::error file=a%2Cb\.html,line=1,col=1,title=unknown-value::.*%0A::error::50%25/);
    expect(plain).toBe(
      '::error file=a%2Cb.html,line=2,col=1,title=broken-plan-suffix::data-ms-plan does nothing: write data-ms-plan:add, :update or :remove.%0AWrite <a href="/join" data-ms-plan:add="pln_demo_free">%0Ahttps://docs.example/docs/inspector#broken-plan-suffix',
    );
    expect(rest).toEqual(['1 page inspected: 2 errors, 0 warnings.']);
  });
});

describe('what is meant so is not told', () => {
  const idsOf = async (...words: string[]) =>
    (await inspectJson(...words)).json.pages.flatMap(({ findings }) => findings.map(({ id }) => id));

  test('with ids on the command, on an element and in the site’s file', async () => {
    await put('meant/a.html', wrong + warned);
    expect(await idsOf('meant', '--ignore', 'missing-redirect, unknown-value')).toEqual(['broken-plan-suffix']);
    await put(
      'meant.yaml',
      'id: app_a\nname: A\npublicKey: pk_a\nmode: live\ninspectorIgnores: [broken-plan-suffix]\n',
    );
    expect(await idsOf('meant', '--settings', 'meant.yaml')).toEqual(['missing-redirect']);
    await put('meant/a.html', `<div data-ms-ignore="broken-plan-suffix">${wrong}</div>${warned}`);
    expect(await idsOf('meant')).toEqual(['missing-redirect']);
  });

  test('with a file beside the pages, for some of them or for one value', async () => {
    await put('old/a.html', wrong + warned);
    await put('new/a.html', wrong + warned);
    await put(
      'inspect.config.yaml',
      'ignore: [missing-redirect, { id: broken-plan-suffix, pages: ["old/**"], value: pln_demo_free }]',
    );
    expect(await idsOf('old', 'new')).toEqual(['broken-plan-suffix']);
    await put('inspect.config.yaml', 'ignore: [nonsense]');
    await expect(inspect(['old'])).rejects.toThrow('inspect.config.yaml cannot be read:');
    await put('inspect.config.yaml', '{}');
  });
});

test('the page of a file is compared with the site it names as its own', async () => {
  const page = (redirect: string) =>
    `<link rel="canonical" href="https://club.example/a"><b data-ms-modal="login" data-ms-redirect="${redirect}"></b>`;
  await put('canonical.html', page('https://other.example/') + page('https://club.example/b'));
  const { json } = await inspectJson('canonical.html');
  expect(json.pages[0]!.findings.map(({ id, value }) => [id, value])).toEqual([
    ['redirect-elsewhere', 'https://other.example/'],
  ]);
});

describe('invalid arguments are refused before anything is fetched', () => {
  test.for<[string[], string]>([
    [[], 'takes <file, folder or address>…'],
    [['ftp://example.org/'], 'can not be inspected'],
    [['http://'], 'is no address'],
    [['--site', '.'], '--site follows the links of an address'],
    [['a.html', '--pages', 'many'], '--pages takes a whole number from 1 to 100000, not "many".'],
    [['a.html', '--format', 'xml'], '--format takes text, json, sarif, github, not "xml".'],
    [['a.html', '--format', 'text', '--json'], 'contradict each other'],
    [['a.html', '--ignore', 'nonsense'], 'knows no problem "nonsense"'],
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

  test('a page may have very many elements in one place', async () => {
    await put('wide.html', `${'<i></i>'.repeat(150_000)}${wrong}`);
    expect((await inspectJson('wide.html')).json.summary).toMatchObject({ pages: 1, errors: 1 });
  });

  test('one that is larger than any page is not even read', async () => {
    await put('large.html', wrong);
    await truncate(path.join(inspecting.folder, 'large.html'), 100 * 1024 * 1024);
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
    await symlink(path.join(inspecting.folder, 'site'), path.join(inspecting.folder, 'site', 'deep', 'round'));
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

test('nothing is wrong with the pages of the demonstration site', async () => {
  const pages = path.resolve(import.meta.dirname, '../../demo-site');
  const settings = path.resolve(import.meta.dirname, '../../config/sites/demo.yaml');
  const { json } = await inspectJson(pages, '--settings', settings);
  expect(json.pages.length).toBeGreaterThan(10);
  expect(json.pages.flatMap(({ findings }) => findings)).toEqual([]);
});
