import { body } from '../page/dom.ts';

/** Tells people who do not see the page what has changed in it. */

const css = ':host{all:initial}p{position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}';
/** A region has to stand in the page before its text does, or it is not read out. Milliseconds. */
const settleMs = 100;
let region: HTMLElement | undefined;

export function announce(text: string): void {
  region ??= createRegion();
  region.textContent = '';
  setTimeout(() => (region!.textContent = text), settleMs);
}

function createRegion(): HTMLElement {
  const host = document.createElement('intake-news');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const made = document.createElement('p');
  made.role = 'status';
  root.append(made);
  Node.prototype.appendChild.call(body(), host);
  return made;
}
