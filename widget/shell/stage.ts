import css from '../modal/modal.css?inline';

/** A root of the dialogs' own in the page, where neither its styles nor its ids reach. */

let sheet: CSSStyleSheet | undefined;

export interface Stage {
  host: HTMLElement;
  root: ShadowRoot;
}

export function buildStage(): Stage {
  const host = document.createElement('intake-modal');
  const root = host.attachShadow({ mode: 'open' });
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  root.adoptedStyleSheets = [sheet];
  nameParts(root);
  Node.prototype.appendChild.call(document.documentElement, host);
  return { host, root };
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
