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
