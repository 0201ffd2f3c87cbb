import { describe, expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';
import { exitCodeOfFailure, runCommand, table, type Command, type Typed } from './commands.ts';

const echo: Command<string>['run'] = async (services, { words, values }) => JSON.stringify([services, words, values]);
let lent = 0;
const groups = [
  {
    title: 'For sites',
    commands: [
      { name: 'app list', about: 'every site', run: echo },
      {
        name: 'app apply',
        takes: ['<file>'],
        about: 'makes a site what a file says',
        details: 'Shows the difference first.',
        options: {
          yes: { type: 'boolean' as const, about: 'asks nothing' },
          label: { type: 'string' as const, takes: '<text>', about: 'a name' },
        },
        run: echo,
      },
    ],
  },
  { title: 'For staff', commands: [{ name: 'cohorts', about: 'every cohort', run: echo }] },
  {
    title: 'For builders',
    commands: [
      {
        name: 'inspect',
        takes: ['<page>…'],
        about: 'what is wrong',
        failsWith: 2,
        runAlone: async ({ words }: Typed) => words.join(' and '),
      },
    ],
  },
];
const run = (...words: string[]) =>
  runCommand(groups, words, (use) => {
    lent++;
    return use('a database');
  });

test('a command gets what follows its name', async () => {
  expect(await run('app', 'apply', 'a.yaml', '--yes', '--label', 'x')).toBe(
    '["a database",["a.yaml"],{"yes":true,"label":"x"}]',
  );
  expect(await run('cohorts')).toBe('["a database",[],{}]');
});

describe('help', () => {
  test('of nothing lists everything', async () => {
    expect(await run()).toMatch(/For sites:\n {2}app list +every site\n {2}app apply <file> +makes/);
    expect(await run('--help')).toContain('For staff:');
  });

  test('of a family lists the family', async () => {
    for (const words of [['app'], ['app', '--help']]) {
      expect(await run(...words)).toContain('app apply <file>');
      expect(await run(...words)).not.toContain('cohorts');
    }
  });

  test('of a command has all its options', async () => {
    const help = await run('app', 'apply', '--help');
    for (const part of ['app apply <file> [options]', '--label <text>   a name', 'Shows the difference first.'])
      expect(help).toContain(part);
  });
});

describe('a typing error is answered with a suggestion', () => {
  test.for([
    [['app', 'aply', 'x'], 'There is no command "app aply x". Did you mean "app apply"?'],
    [['cohort'], 'Did you mean "cohorts"?'],
    [['nothing', 'like', 'it'], '--help" lists what there is.'],
    [['--colour'], 'There is no command "--colour".'],
    [['app', 'apply'], '"app apply" takes <file>.'],
    [['app', 'list', 'x'], '"app list" takes nothing more.'],
    [['app', 'apply', 'x', '--yse'], '"app apply" has no option --yse. Did you mean --yes?'],
    [['app', 'apply', 'x', '--label'], '--help" explains it.'],
    [['app', 'apply', 'x', '--label='], '--label needs a value.'],
  ] as [string[], string][])('%j', async ([words, answer]) => {
    await expect(run(...words)).rejects.toThrow(answer);
  });
});

test('help and typing errors open no database', async () => {
  lent = 0;
  await run('app');
  await run('app', 'apply', '--help');
  await expect(run('app', 'apply')).rejects.toThrow('takes <file>');
  expect(lent).toBe(0);
  await run('cohorts');
  expect(lent).toBe(1);
});

test('a standalone command opens no services, and may be variadic', async () => {
  lent = 0;
  expect(await run('inspect', 'a.html')).toBe('a.html');
  expect(await run('inspect', 'a.html', 'b.html')).toBe('a.html and b.html');
  await expect(run('inspect')).rejects.toThrow('"inspect" takes <page>…');
  expect(lent).toBe(0);
  expect(await run()).toContain('All but inspect work on the database');
  expect(await run('app')).toContain('They work on the database');
});

test('a command says with which exit code it fails', () => {
  const failing = (...words: string[]) => exitCodeOfFailure(groups, words);
  expect([failing('inspect'), failing('inspect', '--wrong'), failing('cohorts'), failing('nothing')]).toEqual([
    2, 2, 1, 1,
  ]);
});

test('an option without its value is refused with its own sentence', async () => {
  await expect(run('app', 'apply', 'a.yaml', '--label')).rejects.toThrow(
    '--label needs a value. "npm run intake -- app apply --help" explains it.',
  );
  await expect(run('app', 'apply', 'a.yaml', '--yes=no')).rejects.toThrow('--yes takes no value. "npm run');
});

test('a transposition counts as one edit, so the command of the same length is suggested', () => {
  expect(nearestWord('cohorst', ['cohort', 'cohorts'])).toBe('cohorts');
  expect(nearestWord('cohrt', ['cohorts', 'cohort'])).toBe('cohort');
});

test('rows stand under their headings', () => {
  expect(
    table(
      ['id', 'name'],
      [
        ['app_a', 'A'],
        ['b', 'Bee'],
      ],
    ),
  ).toBe('id     name\napp_a  A\nb      Bee');
});
