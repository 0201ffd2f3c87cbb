import { keep } from './storage.ts';

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';

/** Makes the switch between light and dark work. The choice is kept; without one the system decides. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')!;
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    keep('intake-docs-theme', root.dataset.theme);
    show();
  });
  system.addEventListener('change', show);
  show();
}
