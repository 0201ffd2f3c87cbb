import * as z from 'zod/mini';

/** One requirement of OWASP ASVS 5.0.0 and our answer to it. */
const Row = z.strictObject({
  id: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  level: z.union([z.literal(1), z.literal(2)]),
  answer: z.enum(['met', 'partly', 'not-met', 'not-applicable']),
  /** What we do, or why it does not apply. */
  how: z.string().check(z.minLength(8)),
  /** What is missing, and why that is acceptable. */
  lacks: z.optional(z.string().check(z.minLength(8))),
  /** The planned work: issue and line. */
  pending: z.optional(z.string().check(z.regex(/^\d+\.\d+$/))),
  /** Evidence: a file, or a test by file and name. */
  where: z._default(z.array(z.union([z.string(), z.record(z.string(), z.string())])), []),
});
export type Row = z.infer<typeof Row>;

/** The table, chapter by chapter. */
export const Asvs = z.strictObject({
  standard: z.literal('OWASP ASVS 5.0.0, levels 1 and 2'),
  rows: z.array(Row),
});

/**
 * How many requirements each chapter has at the levels 1 and 2, and the SHA-256 of all of them as `1.1.1:2` lines in
 * order: OWASP's own list, 5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv.
 */
export const official = {
  chapters: [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7],
  sha256: '62a78c3545401aaffececa81b9667db394fcb97768010073c8b088e46e739ff7',
};

/** The evidence of a row. */
interface Proof {
  file: string;
  /** The name of a test, or of a group of tests, in it. */
  test: string | undefined;
}

const proofsOf = ({ where }: Row): Proof[] =>
  where.flatMap((each) =>
    Object.entries(typeof each === 'string' ? { [each]: undefined } : each).map(([file, test]) => ({ file, test })),
  );

/**
 * Finds faults in the answers, as sentences that begin with the row.
 *
 * @param read the text of a file of the repository; undefined where there is none
 */
export function findFaults(rows: readonly Row[], read: (file: string) => string | undefined): string[] {
  return rows.flatMap((row) => [
    ...faultsOfAnswer(row).map((fault) => `${row.id} ${fault}`),
    ...proofsOf(row).flatMap((proof) => faultsOfProof(proof, read).map((fault) => `${row.id} names ${fault}`)),
  ]);
}

function faultsOfAnswer({ answer, where, lacks, pending }: Row): string[] {
  const isOpen = answer === 'partly' || answer === 'not-met';
  return [
    ...(answer === 'met' && where.length === 0 ? ['is met and shows nothing for it'] : []),
    ...(isOpen && lacks === undefined ? [`is ${answer} and does not say what is missing`] : []),
    ...(!isOpen && lacks !== undefined ? [`is ${answer} and something is missing`] : []),
    ...(!isOpen && pending !== undefined ? [`is ${answer} and waits for work`] : []),
  ];
}

function faultsOfProof({ file, test }: Proof, read: (file: string) => string | undefined): string[] {
  const text = read(file);
  if (text === undefined) return [`${file}, which is not there`];
  if (test === undefined || namesIn(text).has(test)) return [];
  return [`"${test}", which is no test of ${file}`];
}

const opening = /(?:^|\n)\s*(?:test|it|describe)(?:\.\w+)*\(\s*|\)\(\s*/.source;
const quoted = /(['"`])((?:\\.|(?!\1).)*)\1/.source;
const titles = new RegExp(`(?:${opening})${quoted}`, 'g');

/** The names of tests and groups of tests in a file, as they stand there. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(titles)].map(([, , name]) => name!.replaceAll(/\\(['"`])/g, '$1')));
