import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { courseWeeks } from '../../shared/courses.ts';
import { formatPrice } from '../../shared/format.ts';
import { writePath } from '../../shared/content-pieces.ts';
import {
  contentSchemas,
  type ContentName,
  type ContentOf,
  type CourseCards,
  type CourseContent,
  type CourseHead,
  type Figures,
} from '../../shared/page-content.ts';
import { defaultPartner, partners } from '../../shared/partners.ts';
import { withFacts } from '../../shared/wording.ts';
import { readYaml, WrongYaml } from '../platform/yaml.ts';
import { priceBook } from './catalogue/price-book.ts';

const folder = new URL('../../content/', import.meta.url);

/** Where a file of `content/` lies. */
export const contentFile = (name: ContentName): URL => new URL(`${name}.yaml`, folder);

/** A file of `content/` that cannot be used; its message has a line for every fault. */
export class WrongContent extends Error {}

interface Fault {
  line: number | undefined;
  text: string;
}

/**
 * Reads a file of `content/`, validates it and interpolates its facts. Words in braces remain: `inWords` replaces them
 * by a partner’s.
 *
 * @throws WrongContent with file, line and field of every fault
 */
export const readContent = <Name extends ContentName>(name: Name): ContentOf<Name> =>
  parseContent(name, readFileSync(contentFile(name), 'utf8'), readFacts());

/** A file of `content/` as it is written, with the names of facts and words in braces. Valid where `readContent` is. */
export const readRawContent = (name: ContentName): unknown =>
  openYaml(name, readFileSync(contentFile(name), 'utf8')).value;

/** The part of a course's content that its card shows. */
export const cardOf = ({ promise, build }: CourseContent): CourseCards['cyber'] => ({ promise, build });

/** The part of a course's content that the first screen of its page shows. */
export const headOf = ({ promise, hero }: CourseContent): CourseHead => ({ promise, hero });

/**
 * @param text of the file, YAML
 * @param facts by name, without braces
 * @throws WrongContent
 */
export function parseContent<Name extends ContentName>(
  name: Name,
  text: string,
  facts: ReadonlyMap<string, string>,
): ContentOf<Name> {
  const file = openYaml(name, text);
  const parsed = z.safeParse(contentSchemas[name], file.value, { error: z.locales.en().localeError });
  const fault = (path: readonly PropertyKey[], message: string): Fault => ({
    line: file.lineOf(path),
    text: path.length === 0 ? message : `${writePath(path)}: ${message}`,
  });
  if (!parsed.success)
    throw wrongContent(
      name,
      parsed.error.issues.map(({ path, message }) => fault(path, plainly(message))),
    );
  const unknown: Fault[] = [];
  const content = withFacts(parsed.data as ContentOf<Name>, facts, (fact, path) =>
    unknown.push(fault(path, `there is no fact {${fact}}; there are ${[...facts.keys()].join(', ')}`)),
  );
  if (unknown.length > 0) throw wrongContent(name, unknown);
  return content;
}

/** The schema's message, except for the commonest fault, which it words as "received undefined". */
const plainly = (message: string) => (message.endsWith('received undefined') ? 'this is missing' : message);

/** The facts that texts refer to by name: prices, weeks, and the figures of `figures.yaml`. */
export function readFacts(): Map<string, string> {
  return factsOf(parseContent('figures', readFileSync(contentFile('figures'), 'utf8'), new Map()));
}

/** The facts that texts refer to by name, with these figures. */
export function factsOf({ claims, rules }: Figures): Map<string, string> {
  return new Map([
    ...Object.entries(prices).map(([name, text]) => [`price.${name}`, text] as const),
    ...Object.entries(courseWeeks).map(([mode, weeks]) => [`weeks.${mode}`, String(weeks)] as const),
    ...Object.entries(rules).map(([name, number]) => [`rule.${name}`, String(number)] as const),
    ...claimFacts(claims).map(([name, figure]) => [`claim.${name}`, figure] as const),
  ]);
}

const dollars = (cents: number) => formatPrice(partners[defaultPartner], cents);

const prices = {
  full: dollars(priceBook.fullCents),
  list: dollars(priceBook.listCents),
  saving: dollars(priceBook.fullSavingCents),
  discount: `${priceBook.fullDiscountPercent}%`,
  deposit: dollars(priceBook.depositCents),
  monthly: dollars(priceBook.monthlyFromCents),
};

/** `placement`, or `placementBy.cyber` where there is one for each course. */
const claimFacts = (claims: Figures['claims']): [name: string, figure: string][] =>
  Object.entries(claims).flatMap(([name, claim]): [string, string][] =>
    'figure' in claim
      ? [[name, claim.figure]]
      : Object.entries(claim).map(([course, { figure }]): [string, string] => [`${name}.${course}`, figure]),
  );

function openYaml(name: ContentName, text: string) {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof WrongYaml)) throw error;
    throw wrongContent(
      name,
      error.faults.map(({ line, message }) => ({ line, text: message })),
    );
  }
}

function wrongContent(name: ContentName, faults: Fault[]): WrongContent {
  const file = `content/${name}.yaml`;
  return new WrongContent(
    faults
      .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
      .map(({ line, text }) => `${file}${line === undefined ? '' : `, line ${line}`}: ${text}`)
      .join('\n'),
  );
}
