/** On narrow screens the menu opens by a button; without the script it is always open. */
export function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-menu-open]')!;
  const menu = document.querySelector<HTMLElement>('#docs-menu')!;
  const set = (isOpen: boolean) => {
    menu.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => set(!menu.classList.contains('open')));
  menu.addEventListener('click', ({ target }) => target instanceof HTMLAnchorElement && set(false));
  const current = menu.querySelector('[aria-current]');
  if (current) scrollWhenHidden(current);
}

/** Scrolls the menu to an entry below its fold. By an observer: reading its place at once would force a layout. */
function scrollWhenHidden(entry: Element): void {
  const observer = new IntersectionObserver(([seen]) => {
    observer.disconnect();
    if (seen!.intersectionRatio < 1) entry.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(entry);
}
