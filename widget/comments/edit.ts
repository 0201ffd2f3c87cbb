import { create, readPlain, styleOf, writePlain } from '../page/dom.ts';
import { fillIn, isShaped, writtenIn } from './markup.ts';
import { say } from './texts.ts';

interface EditOptions {
  /** The element that shows the comment's text. */
  content: HTMLElement;
  /** The comment's markup. */
  before: string;
  /** What field and buttons look like: elements of the page's author, where there are any. */
  looks: { field: Element | undefined; button: Element };
  /** @throws what the service refuses; then everything stays as it was typed */
  save: (markup: string) => Promise<void>;
  /** Called when it is over, saved or not. */
  onEnd: () => void;
  tell: (error: unknown) => void;
}

/**
 * Puts a field where a comment stands, with the looks of the page. Its styles also find it by our class names. Words with
 * links or formatting are changed as they look: a text field would take those away.
 */
export function edit({ content, before, looks, save, onEnd, tell }: EditOptions): void {
  const own = [...content.childNodes];
  const hasShape = isShaped(before);
  const field = Object.assign(create(hasShape ? 'div' : 'textarea'), {
    ...(hasShape ? { role: 'textbox', ariaMultiLine: 'true' } : { rows: Math.max(3, before.split('<br').length + 1) }),
    className: classesOf('field', looks.field),
    ariaLabel: say('comment_edit'),
  });
  if (hasShape) writePlain(field, 'contenteditable', '');
  fillIn(field, before);
  const filledIn = writtenIn(field);
  const saving = buttonTo('save', looks.button);
  const cancelling = buttonTo('cancel', looks.button);
  // No form: one in the page's own form service would be sent there.
  const box = Object.assign(create('span'), { className: 'ms-comment-edit', role: 'group' });
  const row = create('span');
  row.append(saving, cancelling);
  box.append(field, row);
  styleOf(box).cssText = 'display:grid;gap:8px';
  styleOf(row).cssText = 'display:flex;flex-wrap:wrap;gap:8px';
  styleOf(field).width = '100%';
  content.replaceChildren(box);
  field.focus();

  const end = () => {
    if (box.isConnected) content.replaceChildren(...own);
    onEnd();
  };
  const isBusy = () => readPlain(saving, 'aria-busy') === 'true';
  // What is being saved cannot be given up any more.
  const giveUp = () => {
    if (!isBusy()) end();
  };
  const keep = async () => {
    if (isBusy()) return;
    const written = writtenIn(field);
    if (written === filledIn) return end();
    writePlain(saving, 'aria-busy', 'true');
    try {
      await save(written);
      end();
    } catch (error) {
      tell(error);
      field.focus();
    } finally {
      writePlain(saving, 'aria-busy', 'false');
    }
  };
  saving.addEventListener('click', () => void keep());
  cancelling.addEventListener('click', giveUp);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    giveUp();
  });
}

const classesOf = (name: string, look: Element | undefined) =>
  `ms-comment-edit__${name} ${(look && readPlain(look, 'class')) ?? ''}`;

function buttonTo(name: 'save' | 'cancel', look: Element): HTMLButtonElement {
  return Object.assign(create('button') as HTMLButtonElement, {
    type: 'button',
    className: classesOf(name, look),
    textContent: say(`${name}_button`),
  });
}
