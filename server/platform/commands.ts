import { parseArgs } from 'node:util';
import { nearestWord } from './nearest-word.ts';
import { oneLine } from './one-line.ts';

/** Name and help of a command. */
interface Described {
  /** The words it begins with: `app apply`. */
  name: string;
  /** Positional arguments as the help shows them: `<file>`. All are required; a last `<file>…` is variadic. */
  takes?: readonly string[];
  options?: Readonly<Record<string, { type: 'boolean' | 'string'; about: string; takes?: string }>>;
  /** One line. */
  about: string;
  /** Further help, in whole lines. */
  details?: string;
  /** Exit code on failure or misuse; 1 by default. */
  failsWith?: number;
}

/** A command that staff can type. @typeParam S services it works with */
export interface Command<S> extends Described {
  /** @returns what to print */
  run(services: S, typed: Typed): Promise<string>;
}

/** A command without services, so that no database is opened. */
export interface StandaloneCommand extends Described {
  /** @returns what to print */
  runAlone(typed: Typed): Promise<string>;
}

/** The parsed arguments of a command. */
export interface Typed {
  /** Positional arguments, at least one for each of `takes`. */
  words: string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
}

/** Commands of one kind, under a heading. */
export interface CommandGroup<S> {
  title: string;
  commands: readonly (Command<S> | StandaloneCommand)[];
}

type Groups = readonly { title: string; commands: readonly Described[] }[];

/** A usage error; its message says what to do. */
export class WrongWords extends Error {}

const start = 'npm run intake --';

/**
 * Parses and runs a command.
 *
 * @param lend opens the services for the duration of the command; not called for help and usage errors
 * @returns what to print
 * @throws WrongWords with a suggestion, if a known word is near
 */
export async function runCommand<S>(
  groups: readonly CommandGroup<S>[],
  typed: readonly string[],
  lend: (use: (services: S) => Promise<string>, name: string) => Promise<string>,
): Promise<string> {
  const wantsHelp = typed.some((word) => word === '--help' || word === '-h');
  const words = withoutHelp(typed);
  const command = findCommand(groups, words);
  if (!command) return showFamily(groups, words);
  if (wantsHelp) return helpOf(command);
  const read = readWords(command, words);
  return 'runAlone' in command ? command.runAlone(read) : lend((services) => command.run(services, read), command.name);
}

/** The exit code of the typed command when it fails. */
export const exitCodeOfFailure = <S>(groups: readonly CommandGroup<S>[], typed: readonly string[]): number =>
  findCommand(groups, withoutHelp(typed))?.failsWith ?? 1;

const withoutHelp = (typed: readonly string[]) => typed.filter((word) => word !== '--help' && word !== '-h');

/** The help: of all commands without a word, else of those that begin with the word. */
function showFamily(groups: Groups, words: readonly string[]): string {
  const [first] = words;
  const family = groups
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ name }) => isWithin(name, first)) }))
    .filter(({ commands }) => commands.length > 0);
  if (words.length <= 1 && family.length > 0) return overview(family);
  throw new WrongWords(`There is no command "${words.join(' ')}".${suggest(groups, words)}`);
}

const isWithin = (name: string, first: string | undefined) => first === undefined || name.startsWith(`${first} `);

/** The command with the longest matching name, so that `app keys` is not taken for `app`. */
const findCommand = <S>(groups: readonly CommandGroup<S>[], words: readonly string[]) =>
  groups
    .flatMap(({ commands }) => commands)
    .filter(({ name }) => name === words.slice(0, lengthOf(name)).join(' '))
    .toSorted((one, other) => lengthOf(other.name) - lengthOf(one.name))[0];

const lengthOf = (name: string) => name.split(' ').length;

function suggest(groups: Groups, words: readonly string[]): string {
  const names = groups.flatMap(({ commands }) => commands.map(({ name }) => name));
  const nearest =
    nearestWord(words.slice(0, 2).join(' '), names) ??
    (words[0] === undefined ? undefined : nearestWord(words[0], names));
  return nearest === undefined
    ? ` "${start} --help" lists what there is.`
    : ` Did you mean "${nearest}"? "${start} ${nearest} --help" explains it.`;
}

function readWords(command: Described, words: readonly string[]): Typed {
  const { name, takes = [], options = {} } = command;
  const parsed = parse(command, words.slice(lengthOf(name)));
  const takesMore = takes.at(-1)?.endsWith('…') === true;
  const given = parsed.positionals.length;
  if (given < takes.length || (given > takes.length && !takesMore))
    throw new WrongWords(
      `"${name}" takes ${takes.length === 0 ? 'nothing more' : takes.join(' ')}${takesMore ? '' : '.'} "${start} ${name} --help" explains it.`,
    );
  for (const [option, { type }] of Object.entries(options))
    if (type === 'string' && parsed.values[option] === '') throw new WrongWords(`--${option} needs a value.`);
  return { words: parsed.positionals, values: parsed.values };
}

function parse({ name, options = {} }: Described, words: string[]) {
  const types = Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }]));
  try {
    return parseArgs({ args: words, allowPositionals: true, options: types });
  } catch (error) {
    const unknown = words.find(
      (word) => word.startsWith('--') && !Object.hasOwn(options, word.slice(2).split('=')[0]!),
    );
    const nearest = unknown && nearestWord(unknown.slice(2).split('=')[0]!, Object.keys(options));
    const fault = unknown === undefined ? faultOfValue(error, options) : `"${name}" has no option ${unknown}.`;
    const hint = nearest ? ` Did you mean --${nearest}?` : '';
    throw new WrongWords(`${fault}${hint} "${start} ${name} --help" explains it.`);
  }
}

/** Rewords Node's error about a missing or superfluous option value in one sentence. */
function faultOfValue(error: unknown, options: NonNullable<Described['options']>): string {
  const { message } = error as Error;
  const option = /--([\w-]+)/.exec(message)?.[1] ?? '';
  if (!Object.hasOwn(options, option)) return message.replace(/[.]?$/, '.');
  return options[option]!.type === 'string' ? `--${option} needs a value.` : `--${option} takes no value.`;
}

const usage = ({ name, takes = [] }: Described) => [name, ...takes].join(' ');

function overview(groups: Groups): string {
  const lines = groups.map(
    ({ title, commands }) => `${title}:\n${columns(commands.map((command) => [usage(command), command.about]))}`,
  );
  const alone = groups.flatMap(({ commands }) => commands.filter((command) => 'runAlone' in command));
  const who = alone.length === 0 ? 'They work' : `All but ${alone.map(({ name }) => name).join(', ')} work`;
  return [
    `${start} <command>`,
    ...lines,
    `"${start} <command> --help" tells more of each. ${who} on the database of DATABASE_URL, or on the embedded one under DATA_DIR.`,
  ].join('\n\n');
}

function helpOf(command: Described): string {
  const options = Object.entries(command.options ?? {}).map(([name, { about, takes }]): [string, string] => [
    `--${name}${takes === undefined ? '' : ` ${takes}`}`,
    about,
  ]);
  return [
    `${start} ${usage(command)}${options.length === 0 ? '' : ' [options]'}`,
    command.about,
    ...(options.length === 0 ? [] : [columns(options)]),
    ...(command.details === undefined ? [] : [command.details]),
  ].join('\n\n');
}

function columns(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n');
}

/** Formats rows as an aligned text table. Control characters in cells are escaped. */
export function table(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(oneLine));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
