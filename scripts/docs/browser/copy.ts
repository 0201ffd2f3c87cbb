import { onPress } from './press.ts';

/** Milliseconds that a button says "Copied". */
const saidMs = 2_000;

/** Makes the button of every block of code copy it as it is shown, with the reader's own id and key. */
export const startCopying = (): void => onPress('.copy', (button) => void copy(button.previousElementSibling!, button));

async function copy(block: Element, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
  } catch {
    // No clipboard without HTTPS, or it was refused: the text is selected for the keyboard.
    getSelection()?.selectAllChildren(block);
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => (button.textContent = 'Copy'), saidMs);
}
