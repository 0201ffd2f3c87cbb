import type { EditPart } from '../../shared/attributes.ts';
import { all, having, nearestTo, on } from '../page/dom.ts';
import { showIf } from './comment-view.ts';
import { fillIn, writtenIn } from './markup.ts';
import { textFields, type Kind } from './parts.ts';

/** Editing in a form of the page's own: fetched when a template has a section for it. */

interface EditOptions {
  kind: Kind;
  section: HTMLElement;
  /** The comment's markup. */
  before: string;
  /** @throws what the service refuses; then everything stays as it was typed */
  save: (markup: string) => Promise<void>;
  /** Called when it is over, saved or not. */
  onEnd: () => void;
  tell: (error: unknown) => void;
}

/** What the sending of a form does while a comment is edited in it. */
const saving = new WeakMap<Element, () => Promise<void>>();

// The builder's own form service must not hear of it.
on(
  'submit',
  (event) => {
    const form = nearestTo(event, 'form');
    const save = form && saving.get(form);
    if (!save) return;
    event.preventDefault();
    event.stopPropagation();
    void save();
  },
  true,
);

/** Shows the section, filled in, until it is sent or given up. */
export function editInSection({ kind, section, before, save, onEnd, tell }: EditOptions): void {
  const parts = (name: EditPart) => all(section, having(`${kind}-edit`, name));
  const field = parts('content')[0] ?? all(section, textFields)[0];
  const form = all(section, 'form')[0] ?? section.closest('form');
  if (!field || !form) return onEnd();
  const over = new AbortController();

  function end(): void {
    over.abort();
    saving.delete(form!);
    showIf(section, false);
    onEnd();
  }
  fillIn(field, before);
  const filledIn = writtenIn(field);
  let isBusy = false;
  // What is being saved cannot be given up any more.
  const giveUp = () => {
    if (!isBusy) end();
  };
  saving.set(form, async () => {
    if (isBusy) return;
    isBusy = true;
    const written = writtenIn(field);
    try {
      if (written !== filledIn) await save(written);
      end();
    } catch (error) {
      tell(error);
      field.focus();
    } finally {
      isBusy = false;
    }
  });
  for (const each of parts('cancel'))
    each.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        giveUp();
      },
      { signal: over.signal },
    );
  section.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') giveUp();
    },
    { signal: over.signal },
  );
  showIf(section, true);
  field.focus();
}
