import { all, body, having, on, styleOf } from './dom.ts';

/** What people are told after an act: in the author's own box where the page has one, else in one of ours. */

export type Kind = 'success' | 'error';

/** How long a message stands, unless somebody is at it. Milliseconds, from the protocol. */
const shownMs = 7_000;
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** @param scope where the author's box is looked for first */
export function showMessage(text: string, kind: Kind, scope?: Element): void {
  if (!text) return;
  const box = authorsBox(kind, scope) ?? ownBox(kind);
  const [place] = all(box, having('message-text'));
  (place ?? box).textContent = text;
  styleOf(box).display = 'block';
  hideLater(box);
}

function authorsBox(kind: Kind, scope?: Element): HTMLElement | undefined {
  const box = having('message', kind);
  return (scope && all(scope, box)[0]) ?? all(document, box)[0];
}

function hideLater(box: HTMLElement): void {
  clearTimeout(timers.get(box));
  const hide = () => {
    if (box.matches(':hover,:focus-within')) hideLater(box);
    else styleOf(box).display = 'none';
  };
  timers.set(box, setTimeout(hide, shownMs));
}

/** Authors give their boxes a cross. */
export function listenForClose(): void {
  on('click', ({ target }) => {
    const cross = target instanceof Element && target.closest(having('message-close'));
    const box = cross && cross.closest<HTMLElement>(having('message'));
    if (box) styleOf(box).display = 'none';
  });
}

let host: HTMLElement | undefined;

const css = `:host{all:initial}
p{all:initial;box-sizing:border-box;display:none;position:fixed;z-index:2147483647;inset-block-start:16px;inset-inline:16px;margin-inline:auto;max-width:420px;padding:14px 18px;border-radius:8px;font:16px/1.4 system-ui,sans-serif;color:#fff;background:#17663a;box-shadow:0 6px 24px #0004}
p[role=alert]{background:#b3261e}`;

/** Boxes of ours stand apart from the page's styles and scripts, and are read out. */
function ownBox(kind: Kind): HTMLElement {
  if (!host?.isConnected) {
    host = document.createElement('intake-messages');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    for (const role of ['status', 'alert']) {
      const box = document.createElement('p');
      box.setAttribute('role', role);
      root.append(box);
    }
    Node.prototype.appendChild.call(body(), host);
  }
  return host.shadowRoot!.querySelector<HTMLElement>(kind === 'error' ? '[role=alert]' : '[role=status]')!;
}

/** Shows the author's loader while something runs. */
export async function whileLoading<Result>(run: () => Promise<Result>): Promise<Result> {
  const loaders = all(document, having('loader'));
  for (const each of loaders) styleOf(each).display = 'block';
  try {
    return await run();
  } finally {
    for (const each of loaders) styleOf(each).display = 'none';
  }
}

/** The sentence of a failure, for the person who caused it. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
