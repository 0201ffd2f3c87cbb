import { fits, having, nearest, nearestTo, on, parent, read, writePlain } from '../page/dom.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import { nameOf, part } from './parts.ts';

/** Buttons of comments. What one does is known to the element it belongs to: a comment, or the whole channel. */

const kinds = ['post', 'thread'] as const;
const marked = kinds.map((kind) => having(kind)).join();

const names = ['edit', 'delete', 'upvote', 'downvote', 'showThreads', 'loadMore', 'sort', 'subscribe'] as const;
export const buttons = kinds.flatMap((kind) => names.map((name) => part(kind, name))).join();
/** Choosing in it is the press. */
const isChoice = (element: Element) => fits(element, 'select,[type="checkbox"]');

/** By `<kind>:<value of the attribute>`. */
export type Acts = Record<string, (button: HTMLElement) => Promise<void> | void>;

const actsOf = new WeakMap<Node, Acts>();
export const giveActs = (owner: HTMLElement, acts: Acts): void => void actsOf.set(owner, acts);

/** Buttons that are at work. A second press changes nothing. */
const running = new WeakSet<Element>();

on('click', (event) => {
  const found = findAct(event);
  if (!found || isChoice(found.button)) return;
  event.preventDefault();
  // The second half of a double click was not thought about.
  if (event.detail < 2) void run(found);
});
on('change', (event) => {
  const found = findAct(event);
  if (found && isChoice(found.button)) void run(found);
});

interface Found {
  button: HTMLElement;
  act: Acts[string];
}

/** Something in a button is the button, too: the number of replies stands in the one that shows them. */
function findAct(event: Event): Found | undefined {
  for (let button = nearestTo(event, marked); button; button = above(button)) {
    // Replies that stand in the button which shows them are no part of it.
    if (read(button, 'thread') === 'container') return undefined;
    for (const kind of kinds) {
      const act = findOwnersAct(button, `${kind}:${nameOf(read(button, kind) ?? '')}`);
      if (act) return { button, act };
    }
  }
  return undefined;
}

function above(element: Element): HTMLElement | null {
  const next = parent(element);
  return next instanceof Element ? nearest(next, marked) : null;
}

function findOwnersAct(button: Element, name: string): Acts[string] | undefined {
  for (let owner: Node | null = button; owner; owner = parent(owner)) {
    const acts = actsOf.get(owner);
    if (acts && Object.hasOwn(acts, name)) return acts[name];
  }
  return undefined;
}

async function run({ button, act }: Found): Promise<void> {
  if (running.has(button)) return;
  running.add(button);
  writePlain(button, 'aria-busy', 'true');
  try {
    await act(button);
  } catch (error) {
    showMessage(sentenceOf(error), 'error', nearest(button, having('channel')) ?? button);
  } finally {
    running.delete(button);
    writePlain(button, 'aria-busy', 'false');
  }
}
