import { create, writePlain } from '../page/dom.ts';
import { textOf } from './markup.ts';
import { say } from './texts.ts';

interface EditOptions {
  /** What somebody wrote, where it stands. */
  content: HTMLElement;
  /** @throws what the service refuses; then everything stays as it was typed */
  save: (text: string) => Promise<void>;
  /** Called when it is over, saved or not. */
  onEnd: () => void;
  tell: (error: unknown) => void;
}

/** Puts a text field where a comment stands. The page's own styles find it by its class names. */
export function edit({ content, save, onEnd, tell }: EditOptions): void {
  const own = [...content.childNodes];
  const before = textOf(own);
  const field = Object.assign(create('textarea') as HTMLTextAreaElement, {
    value: before,
    rows: Math.max(3, before.split('\n').length + 1),
    className: 'ms-comment-edit__field',
    ariaLabel: say('comment_edit'),
  });
  const saving = buttonOf('save', say('save_button'));
  const cancelling = buttonOf('cancel', say('cancel_button'));
  // No form: one in the page's own form service would be sent there.
  const box = Object.assign(create('span'), { className: 'ms-comment-edit', role: 'group' });
  box.append(field, saving, cancelling);
  content.replaceChildren(box);
  field.focus();

  const end = () => {
    if (box.isConnected) content.replaceChildren(...own);
    onEnd();
  };
  const keep = async () => {
    if (saving.ariaBusy === 'true') return;
    if (field.value.trim() === before.trim()) return end();
    writePlain(saving, 'aria-busy', 'true');
    try {
      await save(field.value);
      end();
    } catch (error) {
      tell(error);
      field.focus();
    } finally {
      writePlain(saving, 'aria-busy', 'false');
    }
  };
  saving.addEventListener('click', () => void keep());
  cancelling.addEventListener('click', end);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
  });
}

function buttonOf(name: string, text: string): HTMLButtonElement {
  const button = create('button') as HTMLButtonElement;
  return Object.assign(button, {
    type: 'button',
    className: `ms-comment-edit__button ms-comment-edit__${name}`,
    textContent: text,
  });
}
