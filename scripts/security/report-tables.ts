import { reportNames, reportWords } from '../../contract/console/report-words.ts';
import { markdownTable } from './markdown-table.ts';

/** What each column of the console's reports counts. */
export const reportTable = (): string =>
  markdownTable(
    ['Report', 'Column', 'What it counts'],
    reportNames.flatMap((name) =>
      reportWords[name].tables.flatMap(({ columns }) =>
        columns.map(({ label, about }) => [reportWords[name].title, label, about]),
      ),
    ),
  );
