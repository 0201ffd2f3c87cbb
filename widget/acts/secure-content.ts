import type { Membership, RequestError } from '../../client/membership.ts';
import { all, erase, having, isIn, read, readPlain, write, writePlain } from '../page/dom.ts';
import type { FileAsked } from './renew-links.ts';

/** Fills elements with what the service keeps for members, once it has said that this member may have it. */

const kinds = ['secure-html', 'secure-link'] as const;
type Kind = (typeof kinds)[number];
/** Says on the element for what and for whom it is filled. Copies that scripts of the page make of the element say it too. */
const filled = 'secure-filled';
/** How soon a service that did not answer is asked again, at first and at most. Milliseconds. */
const againMs = { first: 4_000, most: 60_000 };

export function fillSecure(root: Element | Document, membership: Membership): void {
  for (const kind of kinds)
    for (const element of all(root, `${having(kind)}:not(script,style)`)) void fill(element, kind, membership);
}

/** An element with secure content. */
interface Filled {
  /** What the author wrote there, for who may not have more. */
  nodes: ChildNode[];
  href: string | null;
  /** What stands there instead. */
  shown: string | null;
  /** Where it is a file, or may be one. */
  file: FileAsked | undefined;
}
const own = new WeakMap<HTMLElement, Filled>();
/** What each element is to be filled with, from the first request for it. */
const wanted = new WeakMap<HTMLElement, string>();

async function fill(element: HTMLElement, kind: Kind, membership: Membership, delay = againMs.first): Promise<void> {
  const member = membership.knownMember();
  const plans = member?.planConnections.filter(({ active }) => active) ?? [];
  // Another member, or other plans, may open something else; a framework may use the element again for other content.
  const what = [...kinds.map((each) => read(element, each)), 'for', member?.id, ...plans.map(({ planId }) => planId)];
  const mark = membership.getMemberCookie() === null ? null : what.join(' ');
  followPage(element);
  if ((wanted.get(element) ?? null) === mark) return;
  empty(element);
  if (mark === null) return;
  // From here on changes of the page ask no sooner.
  wanted.set(element, mark);
  try {
    await ask(element, kind, membership);
  } catch (error) {
    const { status } = error as RequestError;
    const isOutage = status === 0 || status >= 500;
    if (isOutage) await pause(delay);
    if (wanted.get(element) !== mark) return;
    wanted.delete(element);
    if (isOutage && isIn(element)) void fill(element, kind, membership, Math.min(delay * 2, againMs.most));
  }
}

/**
 * A copy of a filled element has what stood in that, and not what the author wrote. A refresh that morphs the page takes
 * the mark away with what was shown, and puts the author's words of today there.
 */
function followPage(element: HTMLElement): void {
  const mark = read(element, filled);
  if (own.has(element) === (mark !== null)) return;
  if (mark === null) {
    own.delete(element);
    wanted.delete(element);
    return;
  }
  wanted.set(element, mark);
  own.set(element, { nodes: [], href: null, shown: readPlain(element, 'href'), file: { token: null, askedAt: 0 } });
}

async function ask(element: HTMLElement, kind: Kind, membership: Membership): Promise<void> {
  const mark = wanted.get(element)!;
  const asked = { token: membership.getMemberCookie(), askedAt: Date.now() };
  const { data } = await membership.getSecureContent({ contentId: read(element, kind)! });
  // A log-out, another plan or other content may have come meanwhile.
  if (wanted.get(element) !== mark) return;
  // Race: after a log-out and a log-in, the answers to both sessions come, each with an address of its own for a file.
  const authors = own.get(element) ?? { nodes: [...element.childNodes], href: readPlain(element, 'href') };
  const isFile = data.type === 'FILE' || data.type === 'IMAGE';
  own.set(element, { ...authors, shown: data.content, file: isFile ? asked : undefined });
  write(element, filled, mark);
  if (kind === 'secure-html') element.replaceChildren(...parsed(data.content, data.type));
  else if (isAddress(data)) {
    writePlain(element, 'href', data.content);
    if (isFile) void renewInTime(membership);
  }
}

/** A failure is ignored: the next file tries again. */
const ignore = () => undefined;
const renewInTime = (membership: Membership) =>
  import('./renew-links.ts').then(
    ({ renewLinks }) =>
      renewLinks({
        fileOf: (link) => own.get(link)?.file,
        token: membership.getMemberCookie,
        ask: (link) => ask(link, 'secure-link', membership),
      }),
    ignore,
  );

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
  wanted.delete(element);
  const before = own.get(element);
  if (!before) return;
  own.delete(element);
  if (read(element, 'secure-html') !== null) element.replaceChildren(...before.nodes);
  // A framework has written another address since.
  else if (readPlain(element, 'href') !== before.shown) return;
  else if (before.href === null) element.removeAttribute('href');
  else writePlain(element, 'href', before.href);
}
