import { onPress } from './press.ts';
import { keep, readKept } from './storage.ts';

const kept = 'intake-docs-way';
const writtenWay = 'curl';

/** Shows one of the ways to write a request at a time; the choice holds for all calls and later visits. */
export function startTabs(): void {
  onPress('[data-way]', ({ dataset }) => {
    keep(kept, dataset.way);
    choose(dataset.way!);
  });
  const way = readKept(kept);
  if (way !== undefined && way !== writtenWay) choose(way);
}

/** The style sheet hides the other way by the attribute of the root. */
function choose(way: string): void {
  document.documentElement.dataset.shownWay = way;
  for (const button of document.querySelectorAll<HTMLElement>('[data-way]'))
    button.setAttribute('aria-pressed', String(button.dataset.way === way));
}
