import path from 'node:path';
import { WrongWords } from '../platform/commands.ts';
import { CannotInspect } from './cannot-inspect.ts';
import { fetchPage, NoPage, withoutPassword } from './fetch-page.ts';
import { findFiles, readPageFile } from './find-files.ts';
import { parsedTree, parsePage, type ParsedElement } from './parsed-page.ts';
import { withoutTemplateCode } from './template-source.ts';

/** The outcome of looking for a page. */
export type FoundPage = { name: string } & (
  | {
      root: ParsedElement;
      /** Undefined for a file. */
      address: URL | undefined;
      /** The source has code of a template language. */
      hasTemplateCode: boolean;
    }
  /** The reason why it cannot be inspected, as a clause. */
  | { failure: string }
  /** The reason why a link's target is no page of the site, as a clause. */
  | { skipped: string }
  /** Number of addresses found but not fetched, because the limit was reached. */
  | { left: number }
);

/** Options of the crawl. */
export interface FindOptions {
  /** The working directory of the command. */
  folder: string;
  timeoutMs: number;
  /** Follows links of the same origin. */
  followsLinks: boolean;
  mostPages: number;
  /** Called before each page. */
  tell: (name: string) => void;
}

const isAddress = (word: string) => /^https?:\/\//i.test(word);

/**
 * Finds the pages of the arguments, sequentially.
 *
 * @throws WrongWords for a word that can be neither
 */
export async function* findPages(words: readonly string[], options: FindOptions): AsyncGenerator<FoundPage> {
  for (const word of words) requireSense(word, options);
  const seen = new Set<string>();
  for (const word of words) {
    if (!isAddress(word)) yield* filesOf(word, seen, options);
    else if (options.followsLinks) yield* siteOf(new URL(word), options);
    else yield* pageAt(new URL(word), options);
  }
}

function requireSense(word: string, { followsLinks }: FindOptions): void {
  if (isAddress(word) && !URL.canParse(word)) throw new WrongWords(`${word} is no address.`);
  if (/^[a-z]+:\/\//i.test(word) && !isAddress(word))
    throw new WrongWords(`${word} can not be inspected: files, folders, http:// and https:// can.`);
  if (followsLinks && !isAddress(word))
    throw new WrongWords(
      `--site follows the links of an address, and ${word} is none: a folder is inspected whole anyway.`,
    );
}

async function* filesOf(word: string, seen: Set<string>, { folder, tell }: FindOptions): AsyncGenerator<FoundPage> {
  const files = await findFiles(word, folder).catch(failureOf);
  if ('failure' in files) yield { name: word, ...files };
  for (const name of 'failure' in files ? [] : files) {
    const file = path.resolve(folder, name);
    if (seen.has(file)) continue;
    seen.add(file);
    tell(name);
    const page = await readPageFile(file).then(parseSource).catch(failureOf);
    yield 'failure' in page ? { name, ...page } : { name, ...page, address: undefined };
  }
}

function parseSource(source: string): { root: ParsedElement; hasTemplateCode: boolean } {
  const html = withoutTemplateCode(source);
  return { root: parsePage(html), hasTemplateCode: html !== source };
}

async function* pageAt(url: URL, { timeoutMs, tell }: FindOptions): AsyncGenerator<FoundPage> {
  const name = withoutPassword(url).href;
  tell(name);
  const page = await fetchPage(url, { timeoutMs }).catch(failureOf);
  yield 'failure' in page ? { name, ...page } : readFetched(name, page);
}

function readFetched(name: string, { url, html }: { url: URL; html: string }): FoundPage {
  try {
    return { name, root: parsePage(html), address: withoutPassword(url), hasTemplateCode: false };
  } catch (error) {
    return { name, ...failureOf(error) };
  }
}

/** Crawls a site breadth first, so that pages near the start come before the limit. */
async function* siteOf(start: URL, { timeoutMs, mostPages, tell }: FindOptions): AsyncGenerator<FoundPage> {
  const waiting = [withoutHash(start)];
  const seen = new Set([waiting[0]!.href]);
  let origin: string | undefined;
  for (let asked = 0; waiting.length > 0 && asked < mostPages; asked++) {
    const url = waiting.shift()!;
    const name = withoutPassword(url).href;
    tell(name);
    const mayFollow = (next: URL) => origin === undefined || next.origin === origin;
    const page = await fetchPage(url, { timeoutMs, mayFollow }).catch((error: unknown) => ({
      ...failureOf(error),
      isNoPage: error instanceof NoPage,
    }));
    if ('failure' in page) {
      // Linked non-pages are skipped; a start page given by the user has to be a page.
      yield origin !== undefined && page.isNoPage ? { name, skipped: page.failure } : { name, failure: page.failure };
      continue;
    }
    const arrived = withoutHash(page.url);
    if (arrived.href !== url.href && seen.has(arrived.href)) continue;
    seen.add(arrived.href);
    origin ??= arrived.origin;
    const found = readFetched(withoutPassword(arrived).href, page);
    yield found;
    if (!('root' in found)) continue;
    for (const next of linksOf(found.root, arrived)) {
      if (next.origin !== origin || seen.has(next.href)) continue;
      seen.add(next.href);
      waiting.push(next);
    }
  }
  if (waiting.length > 0) yield { name: start.origin, left: waiting.length };
}

function withoutHash(url: URL): URL {
  const whole = new URL(url);
  whole.hash = '';
  return whole;
}

/** File endings that are certainly no pages are not fetched. */
const noPages =
  /\.(?:pdf|zip|gz|dmg|exe|jpe?g|png|gif|svg|webp|avif|ico|mp[34]|webm|css|js|json|xml|txt|csv|woff2?|docx?|xlsx?|pptx?)$/i;

function linksOf(root: ParsedElement, page: URL): URL[] {
  const { name, read } = parsedTree;
  const elements = [...parsedTree.within(root)];
  const said = elements.find((each) => name(each) === 'base' && read(each, 'href') !== null);
  const base = said && URL.canParse(read(said, 'href')!, page) ? new URL(read(said, 'href')!, page) : page;
  return elements
    .filter((each) => ['a', 'area'].includes(name(each)) && read(each, 'download') === null)
    .map((each) => read(each, 'href'))
    .filter((href) => href !== null && URL.canParse(href, base))
    .map((href) => withoutHash(new URL(href!, base)))
    .filter(({ protocol, pathname }) => /^https?:$/.test(protocol) && !noPages.test(pathname))
    .map((url) => withPassword(url, page));
}

function withPassword(url: URL, { origin, username, password }: URL): URL {
  if (url.origin !== origin) return url;
  url.username = username;
  url.password = password;
  return url;
}

/** Turns an error about a page into a failure. @throws any other error */
function failureOf(error: unknown): { failure: string } {
  if (error instanceof CannotInspect) return { failure: error.message };
  throw error;
}
