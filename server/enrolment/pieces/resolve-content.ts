import { isDeepStrictEqual } from 'node:util';
import { pieces } from '../../../shared/content-pieces.ts';
import { courseCodes } from '../../../shared/courses.ts';
import { contentSchemas, type ContentName, type CourseContent, type Figures } from '../../../shared/page-content.ts';
import { withFacts } from '../../../shared/wording.ts';
import { cardOf, factsOf, headOf, readRawContent } from '../content.ts';
import { readPieceFile } from './import-pieces.ts';

/** Documents of pieces by key, with words and facts in braces. */
export type Documents = ReadonlyMap<string, unknown>;
/** Content modules of the portal by name, without `content:`. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const files: readonly ContentName[] = [...new Set([...pieces.values()].map(({ file }) => file))];

/** The pieces as the files of this release have them. */
export const readFileDocuments = (): Documents =>
  new Map([...pieces].map(([key, piece]) => [key, readPieceFile(piece)]));

/** The facts that texts may name, with the figures of these documents. */
export const factsIn = (documents: Documents): Map<string, string> =>
  factsOf(fileWith('figures', documents) as Figures);

/** A file's content with these documents in their places. */
function fileWith(name: ContentName, documents: Documents): unknown {
  const whole = structuredClone(readRawContent(name)) as Record<string, unknown>;
  for (const [key, { kind, file, path }] of pieces) {
    const document = documents.get(key);
    if (file !== name || document === undefined) continue;
    if (kind === 'facts') Object.assign(whole, document);
    else place(whole, path, document);
  }
  return whole;
}

function place(whole: Record<string, unknown>, path: readonly string[], document: unknown): void {
  const [last, ...above] = path.toReversed();
  const inside = above.toReversed().reduce((object, key) => object[key] as Record<string, unknown>, whole);
  inside[last!] = document;
}

/**
 * The portal's modules of edited content: documents in their files' places, and facts in their names'.
 *
 * @param hasOwnTeam whether the instructors are published by staff
 */
export function resolveModules(documents: Documents, { hasOwnTeam = false } = {}): Modules {
  const facts = factsIn(documents);
  const modules: Record<string, Record<string, unknown>> = {};
  for (const name of files) {
    const parsed = contentSchemas[name].parse(fileWith(name, documents));
    // A text that names a fact which is gone keeps its braces: publishing has refused it, a release has not.
    modules[name] = withFacts(parsed, facts, () => undefined) as Record<string, unknown>;
  }
  if (hasOwnTeam) modules['courses/cyber']!['hasOwnTeam'] = true;
  const contents = courseCodes.map((code) => [code, modules[`courses/${code}`] as unknown as CourseContent] as const);
  modules['course-cards'] = Object.fromEntries(contents.map(([code, content]) => [code, cardOf(content)]));
  for (const [code, content] of contents) modules[`course-heads/${code}`] = { ...headOf(content) };
  return modules;
}

/** Fields of modules that differ from those of the build: what a page has to be told. */
export function differingFields(modules: Modules, built: Modules): Modules {
  const differing = Object.entries(modules).flatMap(([name, fields]) => {
    const own = Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value, built[name]?.[field]));
    return own.length === 0 ? [] : [[name, Object.fromEntries(own)] as const];
  });
  return Object.fromEntries(differing);
}
