import { allProblems } from '../../inspection/sent-page.ts';
import { oneLine } from '../platform/one-line.ts';
import type { PageFinding } from './inspect-page.ts';
import { escapeControls, notCompared, summary, type PageReport, type Report } from './report.ts';

/** Reports that pipelines show beside the lines they are about. */

/** SARIF 2.1.0 (OASIS), as code hosts take it up. */
export function writeSarif(report: Report): string {
  const { pages } = report;
  const faults = faultsOf(report);
  const told = pages.flatMap(({ page, findings }) => findings.map((finding) => ({ page, finding })));
  const ids = [...new Set(told.map(({ finding }) => finding.id))] as (keyof typeof allProblems)[];
  return escapeControls(
    JSON.stringify(
      {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: {
              driver: {
                name: 'Intake Inspector',
                rules: ids.map((id) => ({
                  id,
                  shortDescription: { text: allProblems[id].title },
                  fullDescription: { text: allProblems[id].description },
                  help: {
                    text: allProblems[id].help.map(({ title, description }) => `${title}: ${description}`).join('\n'),
                  },
                  helpUri: told.find(({ finding }) => finding.id === id)!.finding.documentation,
                })),
              },
            },
            invocations: [
              {
                executionSuccessful: faults.length === 0,
                toolExecutionNotifications: faults.map((text) => ({ level: 'error', message: { text } })),
              },
            ],
            results: told.map(({ page, finding }) => sarifResult(page, finding, ids)),
          },
        ],
      },
      null,
      2,
    ),
  );
}

/** What could not be inspected or compared, in sentences. */
const faultsOf = (report: Report): string[] => [
  ...report.failures.map(({ page, because }) => `${page} could not be inspected: ${because}`),
  ...notCompared(report),
];

const sarifResult = (page: string, { id, type, message, line, column }: PageFinding, ids: readonly string[]) => ({
  ruleId: id,
  ruleIndex: ids.indexOf(id),
  level: type,
  message: { text: message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: isAddress(page) ? page : encodeURI(page.replaceAll('\\', '/')) },
        region: { startLine: line ?? 1, startColumn: column ?? 1 },
      },
    },
  ],
});

const isAddress = (page: string): boolean => /^https?:\/\//i.test(page);

/** Commands of GitHub's workflows: each becomes an annotation of the line in a pull request. */
export function writeAnnotations(report: Report): string {
  return [
    ...report.pages.flatMap(annotatePage),
    ...report.failures.map(({ page, because }) => `::error title=not inspected::${inMessage(`${page}: ${because}`)}`),
    ...notCompared(report).map((sentence) => `::error title=not compared::${inMessage(sentence)}`),
    oneLine(summary(report)),
  ].join('\n');
}

function annotatePage({ page, findings }: PageReport): string[] {
  return findings.map(({ type, id, message, line, column, mended, documentation }) => {
    // An annotation belongs to a file of the repository; an address is none.
    const place = isAddress(page) ? '' : `file=${inProperty(page)},line=${line ?? 1},col=${column ?? 1},`;
    const words = [isAddress(page) ? `${page}: ${message}` : message, mended && `Write ${mended}`, documentation];
    return `::${type} ${place}title=${inProperty(id)}::${inMessage(words.filter(Boolean).join('\n'))}`;
  });
}

/** As GitHub's runner decodes them; a line of its own would be a command of its own. */
const inMessage = (text: string): string =>
  text.split('\n').map(oneLine).join('\n').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(oneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
