import css from '../modal/modal.css?inline';

/** A root of the dialogs' own in the page, where neither its styles nor its ids reach. */

export interface Stage {
  host: HTMLElement;
  root: ShadowRoot;
  /**
   * Names classes of ours as parts as well, so that a page can style them: `intake-modal::part(ms-button)`. It happens by
   * itself after each change; before something is shown it spares the browser a second pass over its styles.
   */
  nameParts: () => void;
}

/** @param name of our element; the page behind one called otherwise than a dialog scrolls */
export function buildStage(name = 'intake-modal'): Stage {
  holdPage();
  const host = document.createElement(name);
  const root = host.attachShadow({ mode: 'open' });
  adoptSheet(root, css);
  const nameParts = () => namePartsOf(root);
  new MutationObserver(nameParts).observe(root, { childList: true, subtree: true, attributeFilter: ['class'] });
  Node.prototype.appendChild.call(document.documentElement, host);
  return { host, root, nameParts };
}

let holding: CSSStyleSheet | undefined;
let held = '';

/**
 * The page behind a dialog does not scroll, as long as our element stands in it. Where its scroll bar takes room, that room
 * is kept, or the page would move.
 */
function holdPage(): void {
  if (!holding) document.adoptedStyleSheets.push((holding = new CSSStyleSheet()));
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable;' : '';
  const rule = `:root:has(>intake-modal){${gutter}overflow:hidden!important}`;
  // Written again, it would have the browser look for its matches in the whole page.
  if (rule !== held) holding.replaceSync((held = rule));
}

const sheets = new Map<string, CSSStyleSheet>();

/** Styles that a strict policy of the page does not stop. Each text is read once, however many dialogs wear it. */
export function adoptSheet(root: ShadowRoot, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

function namePartsOf(root: ShadowRoot): void {
  for (const element of root.querySelectorAll('[class^="ms-"]')) {
    const classes = element.getAttribute('class')!;
    if (element.getAttribute('part') !== classes) element.setAttribute('part', classes);
  }
}
