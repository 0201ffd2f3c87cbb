import { all, having, parent, read, readPlain, write, writePlain } from '../page/dom.ts';
import type { TakenOut } from '../page/page.ts';
import type { Kind } from './parts.ts';

/** One comment as the page's author drew it. The first of the kind is the model, others are there for the look of it. */

export interface Template {
  /** What stands in the page where the models stood: comments come before it. */
  anchor: Comment;
  model: HTMLElement;
  copy: () => HTMLElement;
}

/** What is a model, the plainest first: a container of posts that holds no model is one. */
const models: Record<Kind, string[]> = {
  post: [having('post', ''), having('post', 'item'), having('post', 'container')],
  thread: [having('thread', 'item')],
};

/**
 * Takes the models out of a place.
 *
 * @param takenOut what this visitor may not see: copies have it, and each is asked anew
 * @returns undefined where there is none
 */
export function takeTemplate(place: HTMLElement, kind: Kind, takenOut: TakenOut): Template | undefined {
  const [model, ...others] = models[kind].map((selector) => all(place, selector)).find(([first]) => first) ?? [];
  if (!model) return undefined;
  for (const [hole, element] of takenOut)
    if (Node.prototype.contains.call(model, hole)) parent(hole).replaceChild(element, hole);
  const anchor = new Comment('');
  parent(model).replaceChild(anchor, model);
  for (const each of others) each.remove();
  return {
    anchor,
    model,
    copy() {
      const copied = model.cloneNode(true) as HTMLElement;
      if (!read(copied, kind)) write(copied, kind, 'item');
      write(copied, 'copy', '');
      renameIds(copied);
      return copied;
    },
  };
}

const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'];
let copies = 0;

/** An id is good once in a page: every copy has its own, and what refers to it follows. */
function renameIds(root: HTMLElement): void {
  copies += 1;
  const ids = new Set<string>();
  for (const element of all(root, '[id]')) {
    const id = readPlain(element, 'id')!;
    ids.add(id);
    writePlain(element, 'id', `${id}-${copies}`);
  }
  for (const name of references)
    for (const element of all(root, `[${name}]`)) {
      const own = readPlain(element, name)!.split(/\s+/);
      writePlain(element, name, own.map((id) => (ids.has(id) ? `${id}-${copies}` : id)).join(' '));
    }
}
