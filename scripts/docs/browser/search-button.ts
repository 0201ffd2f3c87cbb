import { notLoaded } from './not-loaded.ts';
import type { SearchBox } from './search.ts';

let box: Promise<SearchBox> | undefined;

/** Fetches the search and its index once. A failure is not kept: the next press tries again. */
function load(): Promise<SearchBox> {
  box ??= import('./search.ts').then(({ openBox }) => openBox());
  box.catch(() => (box = undefined));
  return box;
}

/** Makes the search open by its button, `/` or Ctrl+K. It is fetched once the reader points at or focuses the button. */
export function startSearchButton(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search-open]')!;
  const label = button.firstElementChild!;
  const open = () =>
    void load().then(
      (loaded) => {
        label.textContent = 'Search';
        loaded.show();
      },
      () => (label.textContent = notLoaded),
    );
  for (const name of ['focus', 'pointerenter']) button.addEventListener(name, () => void load().catch(() => undefined));
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input,textarea,select,[contenteditable],dialog') !== null;
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
}
