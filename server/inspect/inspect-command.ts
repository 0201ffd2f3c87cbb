import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WrongWords, type CommandGroup, type StandaloneCommand, type Typed } from '../platform/commands.ts';
import { findPages } from './find-pages.ts';
import { configFile, readIgnores } from './inspect-config.ts';
import { inspectPage } from './inspect-page.ts';
import { writeAnnotations, writeSarif } from './pipeline-report.ts';
import { countOf, notCompared, writeJson, writeText, type Report } from './report.ts';
import { createSettings, readInstalled, type Settings } from './site-settings.ts';
import { readSiteFacts } from './site-facts.ts';
import type { ParsedElement } from './parsed-page.ts';

/** The terminal of the command. */
export interface InspectTerminal {
  hasColours: boolean;
  /** Working directory. */
  folder: string;
  /** Prints a progress line; undefined without a terminal. */
  tell: ((line: string) => void) | undefined;
  /** Sets the exit code. */
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

Problems that are meant so are not told with --ignore, with data-ms-ignore on an element, with inspectorIgnores in the
site's file, or with ${configFile} in the folder where the command is typed (docs/widget/inspector.md).

With --site a page's links to the same origin are followed, nearest first, one request at a time. Other origins are
never asked, not by a redirect either. https://name:password@… opens pages behind a password.

It ends with
  0  nothing is wrong, or there are warnings without --warnings-fail
  1  there are errors, or warnings with --warnings-fail
  2  something could not be inspected, a service did not tell its settings, or the words were not understood`;

/** The command `inspect`. */
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
      json: { type: 'boolean', about: 'writes the report for programs, as --format json' },
      format: {
        type: 'string',
        takes: '<format>',
        about: 'text, json, sarif, or github for annotations in its workflows',
      },
      ignore: { type: 'string', takes: '<ids>', about: 'does not tell these problems, with commas between their ids' },
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
  const write = writerOf(values);
  const ignores = readIgnores(terminal.folder, values['ignore'] as string | undefined);
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
      const { root, address, hasTemplateCode } = found;
      const findings = inspectPage(root, { settings, documentation, address: address?.href, hasTemplateCode });
      report.pages.push({ page, settings, findings: findings.filter((finding) => !ignores(page, finding)) });
    }
  }
  terminal.endWith(exitCodeOf(report, values['warnings-fail'] === true));
  return write(report, terminal);
}

type Write = (report: Report, terminal: InspectTerminal) => string;
const formats: Readonly<Record<string, Write>> = {
  text: writeText,
  json: writeJson,
  sarif: writeSarif,
  github: writeAnnotations,
};

/** @throws WrongWords for a format there is none of, and for two */
function writerOf({ json, format }: Typed['values']): Write {
  if (json === true && format !== undefined) throw new WrongWords('--json and --format contradict each other.');
  const name = json === true ? 'json' : String(format ?? 'text');
  if (!Object.hasOwn(formats, name))
    throw new WrongWords(`--format takes ${Object.keys(formats).join(', ')}, not "${name}".`);
  return formats[name]!;
}

function exitCodeOf(report: Report, warningsFail: boolean): number {
  const { errors, warnings, failures } = countOf(report);
  if (failures > 0 || notCompared(report).length > 0) return exitCodes.failed;
  return errors > 0 || (warningsFail && warnings > 0) ? exitCodes.problems : exitCodes.clean;
}

/** @throws WrongWords unless the value is a whole number within the limit */
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
    const { site, origin = documentation } = readInstalled(root, address);
    const read = fixed ?? (typeof site === 'string' ? { facts: undefined, because: site } : await ask(site));
    return { settings: read, documentation: origin };
  };
}

/** Settings from options, which take precedence over those of pages. */
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
