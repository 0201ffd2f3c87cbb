import { all, having, parent, readPlain, write, writePlain } from '../page/dom.ts';
import type { Kind } from './acts.ts';

/** One comment as the page's author drew it. The first of the kind is the model, others are there for the look of it. */

export interface Template {
  /** What stands in the page where the models stood: comments come before it. */
  anchor: Comment;
  model: HTMLElement;
  copy: () => HTMLElement;
}

const models: Record<Kind, string> = { post: having('post', ''), thread: having('thread', 'item') };

/** Takes the models out of a place. @returns undefined where there is none */
export function takeTemplate(place: HTMLElement, kind: Kind): Template | undefined {
  const [model, ...others] = all(place, models[kind]);
  if (!model) return undefined;
  const anchor = new Comment('');
  parent(model).replaceChild(anchor, model);
  for (const each of others) each.remove();
  return {
    anchor,
    model,
    copy() {
      const copied = model.cloneNode(true) as HTMLElement;
      write(copied, kind, 'item');
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
