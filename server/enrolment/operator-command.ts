import { parseArgs } from 'node:util';
import type { Platform } from '../platform/platform.ts';
import { listReviewItems, resolveReviewItem } from '../platform/reviews.ts';
import { changeCohort, cohortState, listCohorts, shownStart, type CohortRecord } from './catalogue/cohorts.ts';

export const operatorHelp = `npm run intake -- <command>

For staff who run intakes:
  cohorts                       every cohort with its seats
  cohort <id> [--seats 30] [--opens 2027-01-04T09:00:00Z] [--closes 2027-02-01T09:00:00Z]
                                changes a cohort; seats that are taken or held are never taken away
  reviews                       payments somebody must look at
  resolve <review id>           takes a matter off that list

It works on the database of DATABASE_URL, or on the embedded one under DATA_DIR.`;

/** Thrown for words a command does not understand; its message says what to do. */
export class UnknownCommand extends Error {}

type Services = Pick<Platform, 'db' | 'clock'>;

/**
 * Does what staff typed.
 *
 * @returns what to print
 * @throws UnknownCommand, Refusal
 */
export async function runOperatorCommand(services: Services, words: string[]): Promise<string> {
  const { positionals, values } = readWords(words);
  const [command, id] = positionals;
  if (command === 'cohorts') return showCohorts(services);
  if (command === 'cohort' && id) return setCohort(services, id, values);
  if (command === 'reviews') return showReviews(services);
  if (command === 'resolve' && id) return resolve(services, id);
  throw new UnknownCommand(`There is no command "${words.join(' ')}".\n\n${operatorHelp}`);
}

function readWords(words: string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: words, allowPositionals: true, options: { seats: text, opens: text, closes: text } });
  } catch (error) {
    throw new UnknownCommand(`${(error as Error).message}\n\n${operatorHelp}`);
  }
}

async function showCohorts({ db, clock }: Services): Promise<string> {
  const now = clock.now();
  return table(
    ['id', 'name', 'starts', 'state', 'taken', 'seats'],
    (await listCohorts(db, now)).map((cohort) => cohortRow(cohort, now)),
  );
}

const cohortRow = (cohort: CohortRecord, now: Date): string[] => [
  cohort.id,
  cohort.name,
  shownStart(cohort),
  cohortState(cohort, now),
  String(cohort.seatsTaken),
  String(cohort.capacity),
];

async function setCohort(
  { db, clock }: Services,
  id: string,
  values: { seats?: string; opens?: string; closes?: string },
): Promise<string> {
  const change = {
    capacity: readSeats(values.seats),
    opensAt: readTime('opens', values.opens),
    closesAt: readTime('closes', values.closes),
  };
  if (Object.values(change).every((value) => value === undefined))
    throw new UnknownCommand(`Nothing to change.\n\n${operatorHelp}`);
  const now = clock.now();
  return table(
    ['id', 'name', 'starts', 'state', 'taken', 'seats'],
    [cohortRow(await changeCohort(db, id, change, now), now)],
  );
}

function readSeats(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new UnknownCommand('--seats takes a whole number, 30 for example.');
  return Number(text);
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || Number.isNaN(Date.parse(text)))
    throw new UnknownCommand(`--${name} takes an ISO time, 2027-02-01T09:00:00Z for example.`);
  return new Date(text);
}

async function showReviews({ db }: Services): Promise<string> {
  const items = await listReviewItems(db);
  if (items.length === 0) return 'Nothing waits for you.';
  return table(
    ['id', 'since', 'kind', 'about', 'note'],
    items.map((item) => [item.id, item.createdAt.toISOString(), item.kind, item.subject, item.note]),
  );
}

async function resolve({ db }: Services, id: string): Promise<string> {
  if (!(await resolveReviewItem(db, id)))
    throw new UnknownCommand(`No open matter has the id ${id}. "reviews" lists them.`);
  return `${id} is off the list.`;
}

function table(head: string[], rows: string[][]): string {
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
