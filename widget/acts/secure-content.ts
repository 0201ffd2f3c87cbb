import type { Membership, RequestError } from '../../client/membership.ts';
import { all, erase, having, isIn, read, readPlain, write, writePlain } from '../page/dom.ts';

/** Fills elements with what the service keeps for members, once it has said that this member may have it. */

const kinds = ['secure-html', 'secure-link'] as const;
type Kind = (typeof kinds)[number];
const filled = 'secure-filled';
/** How soon a service that did not answer is asked again, at first and at most. Milliseconds. */
const againMs = { first: 4_000, most: 60_000 };

export function fillSecure(root: Element | Document, membership: Membership): void {
  for (const kind of kinds)
    for (const element of all(root, `${having(kind)}:not(script,style)`)) void fill(element, kind, membership);
}

/** What the author wrote there, for who may not have more; `shown` is what stands there instead. */
const own = new WeakMap<HTMLElement, { nodes: ChildNode[]; href: string | null; shown: string }>();

async function fill(element: HTMLElement, kind: Kind, membership: Membership, delay = againMs.first): Promise<void> {
  const plans = membership.knownMember()?.planConnections.filter(({ active }) => active) ?? [];
  // Other plans may open something else, and a framework may use the element again for other content.
  const what = [...kinds.map((each) => read(element, each)), 'for', ...plans.map(({ planId }) => planId)];
  const mark = membership.getMemberCookie() === null ? null : what.join(' ');
  if (read(element, filled) === mark) return;
  empty(element);
  if (mark === null) return;
  write(element, filled, mark);
  try {
    const { data } = await membership.getSecureContent({ contentId: read(element, kind)! });
    // A log-out, another plan or other content may have come meanwhile.
    if (read(element, filled) !== mark) return;
    // Race: after a log-out and a log-in, the answers to both sessions come, each with an address of its own for a file.
    const authors = own.get(element) ?? { nodes: [...element.childNodes], href: readPlain(element, 'href') };
    own.set(element, { ...authors, shown: data.content });
    if (kind === 'secure-html') element.replaceChildren(...parsed(data.content, data.type));
    else if (isAddress(data)) writePlain(element, 'href', data.content);
  } catch (error) {
    const { status } = error as RequestError;
    const isOutage = status === 0 || status >= 500;
    // The mark stays meanwhile, so that changes of the page ask no sooner.
    if (isOutage) await pause(delay);
    if (read(element, filled) !== mark) return;
    erase(element, filled);
    if (isOutage && isIn(element)) void fill(element, kind, membership, Math.min(delay * 2, againMs.most));
  }
}

/** Ends early when the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}

/** Anything else would be read as an address of this page. */
const isAddress = ({ content, type }: { content: string; type: string }) =>
  ['LINK', 'FILE', 'IMAGE'].includes(type) && /^https?:/.test(new URL(content, location.href).protocol);

/** Markup is taken apart away from the page: scripts in it stay what they are, text. */
const parsed = (content: string, type: string): (Node | string)[] =>
  type === 'HTML' ? [...new DOMParser().parseFromString(content, 'text/html').body.childNodes] : [content];

function empty(element: HTMLElement): void {
  erase(element, filled);
  const before = own.get(element);
  if (!before) return;
  own.delete(element);
  if (read(element, 'secure-html') !== null) element.replaceChildren(...before.nodes);
  // A framework has written another address since.
  else if (readPlain(element, 'href') !== before.shown) return;
  else if (before.href === null) element.removeAttribute('href');
  else writePlain(element, 'href', before.href);
}
