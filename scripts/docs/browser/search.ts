import MiniSearch from 'minisearch';
import type { Section } from '../search-sections.ts';
import { make } from './elements.ts';

/** Address of the sections; the build fills it in. */
declare const SEARCH_ADDRESS: string;

const shownMost = 12;
/** Characters of text around the first match. */
const excerptLength = 130;

/** The search as a page opens it. */
export interface SearchBox {
  show(): void;
}

/** Names such as `data-ms-form` and `team-full` are found by the whole and by each part. */
const tokenize = (text: string): string[] =>
  text
    .split(/[^\w:-]+/)
    .flatMap((word) => [word, ...(/[-_:]/.test(word) ? word.split(/[-_:]+/) : [])])
    .filter(Boolean);

/** Fetches the sections and builds the search's dialog. Nothing typed leaves the browser. */
export async function openBox(): Promise<SearchBox> {
  const answer = await fetch(SEARCH_ADDRESS);
  // A page from before a release asks for a file that has another name since then.
  if (!answer.ok) throw new Error(`${SEARCH_ADDRESS}: ${answer.status}`);
  const origin = location.origin;
  const sections = JSON.parse((await answer.text()).replaceAll('{intake}', origin)) as Section[];
  const index = new MiniSearch<Section>({
    fields: ['title', 'page', 'text'],
    tokenize,
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const find = (words: string) =>
    index
      .search(words)
      .slice(0, shownMost)
      .map(({ id, terms }) => result(byId.get(id as string)!, terms));
  return buildBox(find);
}

function buildBox(find: (words: string) => HTMLElement[]): SearchBox {
  const input = make('input', { type: 'search', placeholder: 'Search the documentation', spellcheck: false });
  input.autocomplete = 'off';
  input.setAttribute('aria-label', 'Search the documentation');
  const list = make('ul', { className: 'results' });
  const count = make('p', { className: 'count' });
  count.setAttribute('role', 'status');
  const close = make('button', { type: 'button', textContent: 'Close' });
  const dialog = make(
    'dialog',
    { className: 'box search' },
    make('div', { className: 'search-line' }, input, close),
    count,
    list,
  );
  dialog.setAttribute('aria-label', 'Search');
  document.body.append(dialog);
  close.addEventListener('click', () => dialog.close());
  input.addEventListener('input', () => {
    const words = input.value.trim();
    const found = words === '' ? [] : find(words);
    list.replaceChildren(...found);
    count.textContent =
      words === '' ? '' : found.length === 0 ? `Nothing found for “${words}”.` : `${found.length} found`;
  });
  dialog.addEventListener('keydown', (event) => moveOn(event, input, list));
  list.addEventListener('click', () => dialog.close());
  return { show: () => (dialog.open ? input.select() : dialog.showModal()) };
}

/** Arrow keys go from the field through the results and back; Enter in the field opens the first. */
function moveOn(event: KeyboardEvent, input: HTMLElement, list: HTMLElement): void {
  const places = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    places[places.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  } else if (event.key === 'Enter' && event.target === input) places[1]?.click();
}

function result({ id, page, title, text }: Section, terms: string[]): HTMLElement {
  const about = make('small', {}, ...marked(excerptOf(text, terms), terms));
  const link = make('a', { href: id }, make('b', {}, ...marked(title, terms)), make('i', { textContent: page }), about);
  return make('li', {}, link);
}

function excerptOf(text: string, terms: string[]): string {
  const at = Math.min(
    ...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0),
    text.length,
  );
  const from = at === text.length || at < excerptLength / 2 ? 0 : text.indexOf(' ', at - excerptLength / 3) + 1;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + excerptLength)}`;
}

function marked(text: string, terms: string[]): (Node | string)[] {
  const pattern = new RegExp(
    `(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'i',
  );
  return text.split(pattern).map((part, place) => (place % 2 === 0 ? part : make('mark', { textContent: part })));
}
