import * as z from 'zod/mini';
import { courseCodes, courses, type CourseCode } from './courses.ts';
import { Claim, CourseFacts, Instructors, Questions, type ContentName, type Faq } from './page-content.ts';
import type { ScreenName } from './portal-pages.ts';
import { isFact, tokensOf } from './wording.ts';

/**
 * The pieces of page content that staff edit (decision 0087). The shape of each is that of its part of a file in
 * `content/`, which fills it once.
 */

/** What a piece is made of: it decides which form edits it. */
export const pieceKinds = ['questions', 'facts', 'instructors', 'claim'] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** A part of the pages that is edited, published and restored as one. */
export interface Piece {
  kind: PieceKind;
  /** What it is part of, for the list: "Questions and answers". */
  group: string;
  label: string;
  /** The file of its first import, and where it stands in it. None: the fields of the file itself. */
  file: ContentName;
  path: readonly string[];
  /** The page that a preview opens; null where it stands in the steps of enrolment alone. */
  page: ScreenName | null;
}

const faqTabs = {
  general: 'General',
  eligibility: 'Eligibility',
  cohortDates: 'Cohort Dates',
  jobProspects: 'Job Prospects',
} as const satisfies Record<keyof Faq, string>;

const faqPieces = Object.entries(faqTabs).map(([part, label]): [string, Piece] => [
  `faq.${part}`,
  { kind: 'questions', group: 'Questions and answers', label, file: 'faq', path: [part], page: 'faq' },
]);

const courseFile = (code: CourseCode): ContentName => `courses/${code}`;
const coursePieces = courseCodes.flatMap((code): [string, Piece][] => {
  const shared = { group: courses[code].name, file: courseFile(code), page: code };
  return [
    [`course.${code}.facts`, { ...shared, kind: 'facts', label: 'Course facts', path: [] }],
    [`course.${code}.questions`, { ...shared, kind: 'questions', label: 'Questions', path: ['questions'] }],
  ];
});

const claimsOfAll = {
  jobOutcomes: { label: 'Job outcomes', page: null },
  employers: { label: 'Employers', page: null },
  weeks: { label: 'Weeks to certification', page: null },
  placement: { label: 'Placement rate over all courses', page: 'faq' },
} as const;
const claimsByCourse = { placementBy: 'Placement rate', salaryBy: 'Pay' } as const;

const claimPiece = (name: string, label: string, page: Piece['page']): [string, Piece] => [
  `figure.${name}`,
  { kind: 'claim', group: 'Figures', label, file: 'figures', path: ['claims', ...name.split('.')], page },
];
const claimPieces = [
  ...Object.entries(claimsOfAll).map(([name, { label, page }]) => claimPiece(name, label, page)),
  ...Object.entries(claimsByCourse).flatMap(([name, label]) =>
    courseCodes.map((code) => claimPiece(`${name}.${code}`, `${label}, ${courses[code].name}`, code)),
  ),
];

/** The piece that says who teaches. */
export const instructorsPiece = 'course.cyber.instructors';

/** Every piece by its key, in the order of the list. */
export const pieces: ReadonlyMap<string, Piece> = new Map([
  ...faqPieces,
  ...coursePieces,
  [
    instructorsPiece,
    {
      kind: 'instructors',
      group: courses.cyber.name,
      label: 'Instructors',
      file: 'courses/cyber',
      path: ['instructors'],
      page: 'cyber',
    },
  ],
  [
    'consultation.questions',
    {
      kind: 'questions',
      group: 'Career consultation',
      label: 'Questions',
      file: 'consultation',
      path: ['questions'],
      page: 'careerConsultation',
    },
  ],
  ...claimPieces,
]);

const schemas = { questions: Questions, facts: CourseFacts, instructors: Instructors, claim: Claim } as const;

/** Something wrong with a piece: where in it, as keys and numbers, and a sentence for the writer. */
export interface PieceFault {
  path: readonly (string | number)[];
  message: string;
}

/**
 * Everything that is wrong with a piece's document, in its order: shape, words, unknown facts.
 *
 * @param factNames of the facts that texts may name; figures may name none
 */
export function findPieceFaults({ kind }: Piece, content: unknown, factNames: readonly string[]): PieceFault[] {
  const parsed = z.safeParse(schemas[kind], content, { error: z.locales.en().localeError });
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ path: path as PieceFault['path'], message }));
  const allowed = kind === 'claim' ? [] : factNames;
  return textsIn(content).flatMap(({ path, text }) =>
    tokensOf(text)
      .filter((name) => isFact(name) && !allowed.includes(name))
      .map((name) => ({
        path,
        message: kind === 'claim' ? `write {${name}} out` : `there is no fact {${name}}`,
      })),
  );
}

/** Whether a document has the shape and the words of its piece. */
export const hasPieceShape = ({ kind }: Piece, content: unknown): boolean =>
  z.safeParse(schemas[kind], content).success;

/** Every text of a document with where it stands. */
export function textsIn(content: unknown, path: PieceFault['path'] = []): { path: PieceFault['path']; text: string }[] {
  if (typeof content === 'string') return [{ path, text: content }];
  if (Array.isArray(content)) return content.flatMap((each, at) => textsIn(each, [...path, at]));
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => textsIn(value, [...path, key]));
}

/** Whether a document is a figure that says who measured it, or no figure at all: what may be published. */
export const hasSource = ({ kind }: Piece, content: unknown): boolean =>
  kind !== 'claim' || Boolean((content as Claim).source?.trim());

/** `[0].answer`, `learn[2].title` */
export const writePath = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`)).join('');
