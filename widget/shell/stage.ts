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
  Node.prototype.appendChild.call(document.documentElement, host);
  return { host, root };
}
