import { aboutRequest } from '../../../shared/about-request.ts';
import { table, WrongWords, type Command } from '../../platform/commands.ts';
import { toCsv } from '../../platform/csv.ts';
import type { Reports } from '../../platform/database/reports.ts';
import { plainLine } from '../mails/plain-line.ts';
import { listEnquiries, type Enquiry, type EnquiryKind } from './enquiries.ts';

const kinds: readonly EnquiryKind[] = ['lead', 'consultation', 'support'];
/** Longest message in the table, in characters; the CSV export has all of it. */
const shownLength = 60;

/** Lists enquiries. */
export const requestsCommand: Command<{ reports: Reports }> = {
  name: 'requests',
  about: 'leads, consultation and support requests that wait for an answer',
  options: {
    kind: { type: 'string', takes: 'lead', about: `only ${kinds.join(', ')}` },
    all: { type: 'boolean', about: 'those that are resolved too' },
    csv: { type: 'boolean', about: 'as a file for spreadsheets, all of each message in it' },
  },
  details: `Once one is answered, "resolve <reference>" takes it off the list. For a file:
npm run --silent intake -- requests --csv > requests.csv`,
  async run({ reports }, { values: { kind, all, csv } }) {
    const wish = { kind: readKind(kind), withResolved: all === true };
    const enquiries = await reports.read('requests', (db) => listEnquiries(db, wish));
    if (csv === true) return exportEnquiries(enquiries);
    return enquiries.length === 0 ? 'Nobody waits for an answer.' : showEnquiries(enquiries);
  },
};

function readKind(text: string | boolean | undefined): EnquiryKind | undefined {
  const kind = kinds.find((each) => each === text);
  if (text !== undefined && kind === undefined)
    throw new WrongWords(`--kind takes one of ${kinds.join(', ')}. "npm run intake -- requests --help" explains it.`);
  return kind;
}

const showEnquiries = (enquiries: Enquiry[]): string =>
  table(
    ['reference', 'since', 'partner', 'kind', 'name', 'email', 'phone', 'about', 'asked'],
    enquiries.map((enquiry) => [
      enquiry.reference,
      enquiry.createdAt.toISOString().slice(0, 16),
      enquiry.partner,
      enquiry.resolvedAt ? `${enquiry.kind} (done)` : enquiry.kind,
      enquiry.name,
      enquiry.email,
      enquiry.phone,
      plainLine(aboutRequest(enquiry), shownLength),
      `${enquiry.timesAsked}×`,
    ]),
  );

const exportEnquiries = (enquiries: Enquiry[]): string =>
  toCsv(
    ['reference', 'asked at', 'resolved at', 'partner', 'kind', 'name', 'email', 'phone', 'about', 'times asked'],
    enquiries.map((enquiry) => [
      enquiry.reference,
      enquiry.createdAt.toISOString(),
      enquiry.resolvedAt?.toISOString() ?? '',
      enquiry.partner,
      enquiry.kind,
      enquiry.name,
      enquiry.email,
      enquiry.phone,
      aboutRequest(enquiry),
      String(enquiry.timesAsked),
    ]),
  );
