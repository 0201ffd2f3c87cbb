/** From what a member typed to the markup that is kept, and back into the page. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as markup: every character means itself, lines stay lines. */
export const markupOf = (text: string): string =>
  text
    .trim()
    .replace(/[&<>]/g, (character) => entities[character]!)
    .replace(/\r?\n/g, '<br>');

/** What members may use to shape their words; the service keeps no more than this. */
const kept = new Set(['B', 'I', 'EM', 'STRONG', 'A', 'P', 'BR', 'UL', 'OL', 'LI', 'CODE', 'BLOCKQUOTE']);
/** Their text is nothing to read. */
const dropped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TITLE', 'TEXTAREA', 'IFRAME']);

/**
 * Markup of strangers as nodes for a page. It is taken apart away from the page and built anew, element by element, so
 * that nothing in it runs even if the service had let something through.
 */
export const nodesOf = (markup: string): Node[] =>
  childrenOf(new DOMParser().parseFromString(markup, 'text/html').body);

const childrenOf = (parent: Node): Node[] => [...parent.childNodes].flatMap(copyOf);

function copyOf(node: Node): Node[] {
  if (node instanceof Text) return [new Text(node.data)];
  if (!(node instanceof Element) || dropped.has(node.tagName.toUpperCase())) return [];
  if (!kept.has(node.tagName)) return childrenOf(node);
  const copy = document.createElement(node.tagName);
  const href = node.getAttribute('href');
  if (copy instanceof HTMLAnchorElement && href && /^https?:\/\//i.test(href)) {
    copy.href = href;
    copy.rel = 'nofollow ugc noopener';
  }
  copy.replaceChildren(...childrenOf(node));
  return [copy];
}

const blocks = new Set(['P', 'LI', 'BLOCKQUOTE', 'UL', 'OL']);

/** The words of such nodes, for a text field. */
const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node): string => {
      if (node instanceof Text) return node.data;
      if (node.nodeName === 'BR') return '\n';
      return textOf([...node.childNodes]) + (blocks.has(node.nodeName) ? '\n' : '');
    })
    .join('')
    .replace(/\n+$/, '');

/** Whether markup says more than words and lines: links, bold, lists. */
export const isShaped = (markup: string): boolean => /<(?!(?:br|p)\b)[a-z]/i.test(markup);

export const isPlain = (field: HTMLElement): field is HTMLTextAreaElement | HTMLInputElement =>
  field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;

/** What is written in a field, as markup. Browsers make divisions of lines, which are not kept; paragraphs are. */
export function writtenIn(field: HTMLElement): string {
  if (isPlain(field)) return markupOf(field.value);
  const written = field.cloneNode(true) as HTMLElement;
  for (const line of written.querySelectorAll('div')) {
    // One that holds others is no line.
    if (line.querySelector('div,p,ul,ol,blockquote')) continue;
    const paragraph = document.createElement('p');
    paragraph.append(...line.childNodes);
    line.replaceWith(paragraph);
  }
  return written.innerHTML;
}

/** Puts markup into a field, to be changed there. One of plain text takes the words alone. */
export function fillIn(field: HTMLElement, markup: string): void {
  const nodes = nodesOf(markup);
  if (isPlain(field)) field.value = textOf(nodes);
  else field.replaceChildren(...nodes);
}
