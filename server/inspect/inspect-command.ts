import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WrongWords, type CommandGroup, type StandaloneCommand, type Typed } from '../platform/commands.ts';
import { findPages } from './find-pages.ts';
import { inspectPage } from './inspect-page.ts';
import { countOf, writeJson, writeText, type Counts, type Report } from './report.ts';
import { createSettings, readInstalled, type Settings } from './site-settings.ts';
import { readSiteFacts } from './site-facts.ts';
import type { ParsedElement } from './parsed-page.ts';

/** Where somebody inspects pages. */
export interface InspectTerminal {
  hasColours: boolean;
  /** The folder the command was typed in. */
  folder: string;
  /** Shows a line that is no part of the report; undefined where nobody looks on. */
  tell: ((line: string) => void) | undefined;
  /** What the command ends with when it has printed. */
  endWith(exitCode: number): void;
  /** The origin of our documentation, where a page names none. */
  documentation: string;
}

const exitCodes = { clean: 0, problems: 1, failed: 2 } as const;

const details = `The same rules as the Inspector in a page, over pages as they are sent: scripts do not run. A folder stands for
every .html and .htm file below it, without node_modules and what begins with a dot.

Ids of plans and prices, and fields, are compared with the settings of the site: with those of the service that a
page's install script names (it is asked once, with the public key in the page), with those of --settings, or with
none. The report says which.

With --site a page's links to the same origin are followed, nearest first, one request at a time. Other origins are
never asked, not by a redirect either. https://name:password@… opens pages behind a password.

It ends with
  0  nothing is wrong, or there are warnings without --warnings-fail
  1  there are errors, or warnings with --warnings-fail
  2  something could not be inspected, or the words were not understood`;

export function createInspectCommands(terminal: InspectTerminal): CommandGroup<never> {
  const inspect: StandaloneCommand = {
    name: 'inspect',
    takes: ['<file, folder or address>…'],
    about: 'what is wrong with the attributes of pages, for CI as well',
    options: {
      site: { type: 'boolean', about: 'follows the links of an address to pages of the same origin' },
      pages: {
        type: 'string',
        takes: '<number>',
        about: 'with --site: asks for no more addresses than this, 100 unless given',
      },
      settings: { type: 'string', takes: '<file>', about: 'compares with this file of the site (docs/sites.md)' },
      'no-settings': { type: 'boolean', about: 'compares with no settings, and asks no service' },
      json: { type: 'boolean', about: 'writes the report for programs' },
      'warnings-fail': { type: 'boolean', about: 'ends with 1 where there are warnings, too' },
      timeout: { type: 'string', takes: '<seconds>', about: 'waits no longer for an answer, 15 unless given' },
    },
    details,
    failsWith: exitCodes.failed,
    runAlone: (typed) => inspectAll(terminal, typed),
  };
  return { title: 'For whoever builds pages', commands: [inspect] };
}

async function inspectAll(terminal: InspectTerminal, { words, values }: Typed): Promise<string> {
  const timeoutMs = readNumber(values, 'timeout', { usual: 15, most: 600 }) * 1000;
  const settingsFor = createSettingsFor(terminal, values, timeoutMs);
  const report: Report = { pages: [], failures: [], skipped: [], left: 0 };
  const pages = findPages(words, {
    folder: terminal.folder,
    timeoutMs,
    followsLinks: values['site'] === true,
    mostPages: readNumber(values, 'pages', { usual: 100, most: 100_000 }),
    tell: (name) => terminal.tell?.(name),
  });
  for await (const found of pages) {
    const { name: page } = found;
    if ('failure' in found) report.failures.push({ page, because: found.failure });
    else if ('skipped' in found) report.skipped.push({ page, because: found.skipped });
    else if ('left' in found) report.left += found.left;
    else {
      const { settings, documentation } = await settingsFor(found);
      report.pages.push({ page, settings, findings: inspectPage(found.root, settings.facts, documentation) });
    }
  }
  terminal.endWith(exitCodeOf(countOf(report), values['warnings-fail'] === true));
  return values['json'] === true ? writeJson(report) : writeText(report, terminal);
}

function exitCodeOf({ errors, warnings, failures }: Counts, warningsFail: boolean): number {
  if (failures > 0) return exitCodes.failed;
  return errors > 0 || (warningsFail && warnings > 0) ? exitCodes.problems : exitCodes.clean;
}

/** @throws WrongWords for what is no whole number of that size */
function readNumber(values: Typed['values'], option: string, { usual, most }: { usual: number; most: number }): number {
  const given = values[option];
  if (given === undefined) return usual;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new WrongWords(`--${option} takes a whole number from 1 to ${most}, not "${String(given)}".`);
  return number;
}

interface PageSettings {
  settings: Settings;
  /** Where our documentation is, for this page. */
  documentation: string;
}

function createSettingsFor({ folder, documentation }: InspectTerminal, values: Typed['values'], timeoutMs: number) {
  const fixed = fixedSettings(values, folder);
  const ask = createSettings({ timeoutMs });
  return async ({ root, address }: { root: ParsedElement; address: URL | undefined }): Promise<PageSettings> => {
    const installed = readInstalled(root, address);
    if (typeof installed === 'string')
      return { settings: fixed ?? { facts: undefined, because: installed }, documentation };
    return { settings: fixed ?? (await ask(installed)), documentation: installed.origin };
  };
}

/** What was typed stands above what pages say. */
function fixedSettings(values: Typed['values'], folder: string): Settings | undefined {
  const file = values['settings'];
  if (values['no-settings'] === true) {
    if (file !== undefined) throw new WrongWords('--settings and --no-settings contradict each other.');
    return { facts: undefined, because: '--no-settings was given' };
  }
  if (typeof file !== 'string') return undefined;
  return { ...readSiteFacts(file, readText(file, folder)), from: file };
}

function readText(file: string, folder: string): string {
  try {
    return readFileSync(path.resolve(folder, file), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new WrongWords(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`);
  }
}
