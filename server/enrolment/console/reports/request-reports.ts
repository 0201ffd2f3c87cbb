import { requestsList } from '../../../../contract/console/figure-lists.ts';
import { memberSteps } from '../../../../contract/console/members-schemas.ts';
import { all, counted, distinctKeys, plain, type ReportReader } from './report-table.ts';
import { readAnswers, readLeads, type AnswersPart, type LeadsPart } from './reports.store.ts';
import type { ReportAsked } from './report-asked.ts';

/** Which of the partners a row is about. */
const shown = (partners: readonly string[], key: string) => (key === all ? partners : [key]);
/** In the order of the partners. */
const inOrder = (partners: readonly string[], keys: readonly string[][]) =>
  distinctKeys([...partners, all].flatMap((code) => keys.filter(([partner]) => partner === code)));

/** Leads by the page they were sent from and the course, and how far they have come. */
export const leadsReport = ({ db, partners, wish: { course } }: ReportAsked): ReportReader<LeadsPart[]> => ({
  read: ({ span }) => readLeads(db, { partners, span, course }),
  tables: [
    {
      name: 'sources',
      keys: (read) =>
        inOrder(
          partners,
          read.flat().map((part) => [part.partner ?? all, part.course ?? all]),
        ),
      cells([partner = all, of = all], data, { span }) {
        const part = data.find((each) => (each.partner ?? all) === partner && (each.course ?? all) === of);
        const courses = of === all ? course && [course] : [of];
        const asked = { partners: shown(partners, partner), span, kinds: ['lead'], courses };
        return [
          counted(part?.counts['leads'] ?? 0, requestsList(asked)),
          ...(['registered', ...memberSteps] as const).map((became) =>
            counted(part?.counts[became] ?? 0, requestsList({ ...asked, became })),
          ),
        ];
      },
    },
  ],
});

/** Hours within which the portal's pages promise an answer. */
const promisedHours = 24;

/** Requests by partner and kind, and how long they waited. */
export const answersReport = ({ db, partners }: ReportAsked): ReportReader<AnswersPart[]> => ({
  read: ({ span }) => readAnswers(db, { partners, span, hours: promisedHours }),
  tables: [
    {
      name: 'waits',
      keys: (read) =>
        inOrder(
          partners,
          read.flat().map((part) => [part.partner ?? all, part.kind ?? all]),
        ),
      cells([partner = all, kind = all], data, { span }) {
        const part = data.find((each) => (each.partner ?? all) === partner && (each.kind ?? all) === kind);
        const { asked = 0, settled = 0, promptly = 0, took } = part ?? {};
        const list = (state?: 'waiting' | 'settled') =>
          requestsList({
            partners: shown(partners, partner),
            span,
            ...(kind !== all && { kinds: [kind] }),
            ...(state && { state }),
          });
        return [
          counted(asked, list()),
          counted(settled, list('settled')),
          counted(asked - settled, list('waiting')),
          plain(asked === 0 ? null : promptly / asked),
          plain(took?.[0] ?? null),
          plain(took?.[1] ?? null),
        ];
      },
    },
  ],
});
