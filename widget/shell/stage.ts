import css from '../modal/modal.css?inline';

/** A root of the dialogs' own in the page, where neither its styles nor its ids reach. */

export interface Stage {
  host: HTMLElement;
  root: ShadowRoot;
}

export function buildStage(): Stage {
  holdPage();
  const host = document.createElement('intake-modal');
  const root = host.attachShadow({ mode: 'open' });
  adoptSheet(root, css);
  nameParts(root);
  Node.prototype.appendChild.call(document.documentElement, host);
  return { host, root };
}

let holding: CSSStyleSheet | undefined;

/**
 * The page behind a dialog does not scroll, as long as our element stands in it. Where its scroll bar takes room, that room
 * is kept, or the page would move.
 */
function holdPage(): void {
  if (!holding) document.adoptedStyleSheets.push((holding = new CSSStyleSheet()));
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable;' : '';
  holding.replaceSync(`:root:has(>intake-modal){${gutter}overflow:hidden!important}`);
}

const sheets = new Map<string, CSSStyleSheet>();

/** Styles that a strict policy of the page does not stop. Each text is read once, however many dialogs wear it. */
export function adoptSheet(root: ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  root.adoptedStyleSheets.push(sheet);
}

/** Classes of ours are names of parts as well, so that a page can style them: `intake-modal::part(ms-button)`. */
function nameParts(root: ShadowRoot): void {
  const name = () => {
    for (const element of root.querySelectorAll('[class^="ms-"]')) {
      const classes = element.getAttribute('class')!;
      if (element.getAttribute('part') !== classes) element.setAttribute('part', classes);
    }
  };
  new MutationObserver(name).observe(root, { childList: true, subtree: true, attributeFilter: ['class'] });
}
