import {
  addHost,
  all,
  body,
  create,
  fits,
  having,
  isIn,
  nearest,
  nearestTo,
  on,
  readPlain,
  styleOf,
  writePlain,
} from './dom.ts';

/** What people are told after an act: in the author's own box where the page has one, else in one of ours. */

const roles = { success: 'status', error: 'alert' } as const;
export type Kind = keyof typeof roles;

/** How long a message stands, unless it has the pointer or the focus. Milliseconds, from the protocol. */
const shownMs = 7_000;
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Opened by the page with `showModal`. What is outside it is covered, and inert: neither seen nor read out. */
const modalDialog = 'dialog:modal';

/** @param scope what it is about: a box in its form stands above the page's own */
export function showMessage(text: string, kind: Kind, scope?: Element): void {
  if (!text) return;
  const around = (scope && nearest(scope, modalDialog)) ?? all(document, modalDialog).at(-1) ?? body();
  const box = authorsBox(kind, around, scope) ?? ownBox(kind, around);
  const [place] = all(box, having('message-text'));
  if (readPlain(box, 'role') === null) writePlain(box, 'role', roles[kind]);
  styleOf(box).display = 'block';
  (place ?? box).textContent = text;
  hideLater(box);
}

/** A box inside a form is that form's own. A form that is not for who has just signed in is not in the page any more. */
function authorsBox(kind: Kind, around: Element, scope?: Element): HTMLElement | undefined {
  const box = having('message', kind);
  const form = scope && nearest(scope, 'form');
  return (form && isIn(form) && all(form, box)[0]) || all(around, box).find((each) => !nearest(each, 'form'));
}

function hideLater(box: HTMLElement): void {
  clearTimeout(timers.get(box));
  const hide = () => {
    if (fits(box, ':hover,:focus-within')) hideLater(box);
    else styleOf(box).display = 'none';
  };
  timers.set(box, setTimeout(hide, shownMs));
}

/** Authors give their boxes a cross. */
export function listenForClose(): void {
  on('click', (event) => {
    const cross = nearestTo(event, having('message-close'));
    const box = cross && nearest(cross, having('message'));
    if (box) styleOf(box).display = 'none';
  });
}

let root: ShadowRoot | undefined;

const css = `p{all:initial;display:none;position:fixed;z-index:2147483647;inset:16px 16px auto;margin:auto;max-width:384px;padding:14px 18px;border-radius:8px;font:16px/1.4 system-ui,sans-serif;color:#fff;background:#17663a}p[role=alert]{background:#b3261e}`;

/** Both live regions stand in the page before the first message, or screen readers would not announce it. */
function ownBox(kind: Kind, around: Element): HTMLElement {
  if (root?.host.parentNode !== around) {
    root?.host.remove();
    root = addHost('intake-messages', css, around);
    for (const role of Object.values(roles)) {
      const box = create('p');
      writePlain(box, 'role', role);
      writePlain(box, 'popover', 'manual');
      root.append(box);
    }
    // A page that closes its dialog on success would take the message of that success along.
    around.addEventListener('close', () => root!.host.parentNode === around && body().append(root!.host));
  }
  const box: Partial<HTMLElement> = root.querySelector<HTMLElement>(`[role=${roles[kind]}]`)!;
  // In the top layer no transform or scrolling of a dialog moves it; shown anew, it is above all that came there since.
  box.hidePopover?.();
  box.showPopover?.();
  return box as HTMLElement;
}

/** After how long a pending call is said to take longer than usual. Milliseconds. */
export const patienceMs = 4_000;

/** Shows the author's loader while something runs. */
export async function whileLoading<Result>(run: () => Promise<Result>): Promise<Result> {
  const loaders = all(document, having('loader'));
  for (const each of loaders) styleOf(each).display = 'block';
  const late = setTimeout(() => {
    // The person is waited for, in a dialog of ours or a window: a provider's, or the browser's for files.
    if (document.hasFocus() && !all(document, 'intake-modal')[0])
      showMessage('This takes longer than usual. Please wait.', 'success');
  }, patienceMs);
  try {
    return await run();
  } finally {
    clearTimeout(late);
    for (const each of loaders) styleOf(each).display = 'none';
  }
}

/** The sentence of a failure, for the person who caused it. What carries no code was not written for people. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.message
    ? error.message
    : 'Something went wrong. Please try again.';
