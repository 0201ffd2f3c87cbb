import type { Membership } from '../../client/membership.ts';
import { all, erase, having, read, readPlain, write, writePlain } from '../page/dom.ts';

/** Fills elements with what the service keeps for members, once it has said that this member may have it. */

const kinds = ['secure-html', 'secure-link'] as const;
const filled = 'secure-filled';

export function fillSecure(root: Element | Document, membership: Membership): void {
  const isSignedIn = membership.getMemberCookie() !== null;
  for (const kind of kinds)
    for (const element of all(root, having(kind))) {
      if (!isSignedIn) empty(element);
      else if (read(element, filled) === null) void fill(element, kind, membership);
    }
}

/** What the author wrote there, for who may not have more. */
const own = new WeakMap<HTMLElement, { nodes: ChildNode[]; href: string | null }>();

async function fill(element: HTMLElement, kind: (typeof kinds)[number], membership: Membership): Promise<void> {
  write(element, filled, '');
  try {
    const { data } = await membership.getSecureContent({ contentId: read(element, kind)! });
    own.set(element, { nodes: [...element.childNodes], href: readPlain(element, 'href') });
    if (kind === 'secure-html') element.replaceChildren(...parsed(data.content, data.type));
    else if (/^https?:/.test(new URL(data.content, location.href).protocol)) writePlain(element, 'href', data.content);
  } catch {
    // The next member is asked about again.
    erase(element, filled);
  }
}

/** Markup is taken apart away from the page: scripts in it stay what they are, text. */
const parsed = (content: string, type: string): (Node | string)[] =>
  type === 'HTML' ? [...new DOMParser().parseFromString(content, 'text/html').body.childNodes] : [content];

function empty(element: HTMLElement): void {
  erase(element, filled);
  const before = own.get(element);
  if (!before) return;
  own.delete(element);
  if (read(element, 'secure-html') !== null) element.replaceChildren(...before.nodes);
  else if (before.href === null) element.removeAttribute('href');
  else writePlain(element, 'href', before.href);
}
