import type { Membership } from '../../client/membership.ts';
import { all, erase, having, read, readPlain, write, writePlain } from '../page/dom.ts';

/** Fills elements with what the service keeps for members, once it has said that this member may have it. */

const kinds = ['secure-html', 'secure-link'] as const;
const filled = 'secure-filled';

export function fillSecure(root: Element | Document, membership: Membership): void {
  const plans = membership.knownMember()?.planConnections.filter(({ active }) => active) ?? [];
  // Other plans may open something else.
  const audience = membership.getMemberCookie() === null ? null : `for ${plans.map(({ planId }) => planId).join()}`;
  for (const kind of kinds)
    for (const element of all(root, `${having(kind)}:not(script,style)`)) {
      if (read(element, filled) === audience) continue;
      empty(element);
      if (audience !== null) void fill(element, kind, membership, audience);
    }
}

/** What the author wrote there, for who may not have more. */
const own = new WeakMap<HTMLElement, { nodes: ChildNode[]; href: string | null }>();

async function fill(
  element: HTMLElement,
  kind: (typeof kinds)[number],
  membership: Membership,
  audience: string,
): Promise<void> {
  write(element, filled, audience);
  try {
    const { data } = await membership.getSecureContent({ contentId: read(element, kind)! });
    // A log-out or another plan may have come meanwhile.
    if (read(element, filled) !== audience) return;
    own.set(element, { nodes: [...element.childNodes], href: readPlain(element, 'href') });
    if (kind === 'secure-html') element.replaceChildren(...parsed(data.content, data.type));
    else if (isAddress(data)) writePlain(element, 'href', data.content);
  } catch {
    if (read(element, filled) === audience) erase(element, filled);
  }
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
  else if (before.href === null) element.removeAttribute('href');
  else writePlain(element, 'href', before.href);
}
