import { oneLine } from '../platform/one-line.ts';
import type { PageFinding } from './inspect-page.ts';
import type { Settings } from './site-settings.ts';

/** The report of one page. */
export interface PageReport {
  page: string;
  settings: Settings;
  findings: PageFinding[];
}

export interface Report {
  pages: PageReport[];
  /** Pages that could not be inspected, with the reason. */
  failures: { page: string; because: string }[];
  /** Links' targets that are no pages of the site. */
  skipped: { page: string; because: string }[];
  /** Number of addresses found but not fetched. */
  left: number;
}

export type Counts = Record<'pages' | 'errors' | 'warnings' | 'failures', number>;

export function countOf({ pages, failures }: Report): Counts {
  const findings = pages.flatMap((each) => each.findings);
  const errors = findings.filter(({ type }) => type === 'error').length;
  return { pages: pages.length, errors, warnings: findings.length - errors, failures: failures.length };
}

/** Why pages were not compared with the settings of the service that they name, each reason once. */
export const notCompared = ({ pages }: Report): string[] => [
  ...new Set(
    pages.flatMap(({ settings }) =>
      settings.facts === undefined && settings.failed
        ? `Ids and fields were not compared, as ${settings.because}.`
        : [],
    ),
  ),
];

/** The report as JSON. Names are stable; new ones may be added. */
export function writeJson(report: Report): string {
  const { pages, failures, skipped, left } = report;
  const json = JSON.stringify(
    {
      version: 1,
      summary: countOf(report),
      pages: pages.map(({ page, settings, findings }) => ({
        page,
        settings:
          settings.facts === undefined
            ? { compared: false, because: settings.because }
            : { compared: true, site: settings.site, from: settings.from },
        findings,
      })),
      failures,
      skipped,
      left,
    },
    null,
    2,
  );
  return escapeControls(json);
}

/** Escapes control characters of JSON, because it may be printed to a terminal too. */
export function escapeControls(json: string): string {
  return json.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()].map((at) => escapeUnit(character.charCodeAt(at))).join(''),
  );
}

const escapeUnit = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;

type Paint = (colour: number, text: string) => string;

/** The report as text. Text from pages is escaped to one line. */
export function writeText(report: Report, { hasColours }: { hasColours: boolean }): string {
  const paint: Paint = (colour, text) => (hasColours ? `\u001B[${colour}m${text}\u001B[0m` : text);
  return [
    ...report.pages.filter(({ findings }) => findings.length > 0).map((each) => describePage(each, paint)),
    ...report.failures.map(
      ({ page, because }) => `${oneLine(page)}  ${paint(31, 'not inspected')}: ${oneLine(because)}`,
    ),
    [summary(report), ...describeSettings(report.pages), ...describeRest(report)].join('\n'),
  ].join('\n\n');
}

/** A longer tag is no line to copy. Characters. */
const mostMended = 300;

const colours = { error: 31, warning: 33 } as const;

const describePage = ({ page, findings }: PageReport, paint: Paint): string =>
  findings
    .map(({ line, column, type, id, message, element, mended, documentation }) =>
      [
        `${oneLine(page)}:${line ?? 1}:${column ?? 1}  ${paint(colours[type], type)}  ${id}  ${oneLine(message)}`,
        `    ${oneLine(element)}`,
        ...(mended === null || mended.length > mostMended ? [] : [`    write ${oneLine(mended)}`]),
        `    ${paint(2, oneLine(documentation))}`,
      ].join('\n'),
    )
    .join('\n');

/** How many pages were inspected and what was found, in a sentence. */
export function summary(report: Report): string {
  const { pages, errors, warnings, failures } = countOf(report);
  const found = `${count(pages, 'page')} inspected: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`;
  return failures === 0 ? found : `${found} ${failures} could not be inspected.`;
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** One line per source of settings, with its number of pages. */
function describeSettings(pages: readonly PageReport[]): string[] {
  const lines = pages.map(({ settings }) =>
    settings.facts === undefined
      ? `Ids and fields were not compared, as ${oneLine(settings.because)}`
      : `Ids and fields were compared with those of ${oneLine(settings.site)}, from ${oneLine(settings.from)}`,
  );
  return [...new Set(lines)].map((line) => {
    const { length } = lines.filter((each) => each === line);
    return length === pages.length ? `${line}.` : `${line} (${count(length, 'page')}).`;
  });
}

const describeRest = ({ skipped, left }: Report): string[] => [
  ...(skipped.length === 0
    ? []
    : [
        `${count(skipped.length, 'linked address').replace('addresss', 'addresses')} led to no page of the site; --json lists them.`,
      ]),
  ...(left === 0 ? [] : [`${left} more were linked to and not looked at: --pages takes more.`]),
];
