import { ownAttributes } from '../../shared/attributes.ts';
import type { SiteFacts } from '../../inspection/finding.ts';
import { createInspection, type Inspection } from '../../inspection/inspection.ts';
import { all } from '../page/dom.ts';
import { pageAsWritten, type Written } from './page-as-written.ts';
import { timed } from './timed.ts';

/** How long after a change private fields are looked at. Milliseconds, from the specification. */
const lateMs = 1_000;
/** Attributes without our prefix that decide whether something is right. */
const others = new Set(['href', 'redirect', 'data-redirect', 'type']);
const own = new Set(ownAttributes.map((name) => `data-ms-${name}`));
const matters = (name: string) => others.has(name) || (name.startsWith('data-ms-') && !own.has(name));

/**
 * Inspects the page now, and whatever changes of it from now on.
 *
 * @param onChange called after something was looked at
 */
export function followPage(
  { written, site }: { written: Written; site: SiteFacts },
  onChange: () => void,
): Pick<Inspection<Element>, 'findings'> {
  const inspection = createInspection(pageAsWritten(written), site);
  let late: ReturnType<typeof setTimeout> | undefined;

  function lookAt(roots: Iterable<Element>): void {
    timed('look', () => inspection.lookAt(roots));
    late ??= setTimeout(() => {
      late = undefined;
      inspection.lookLate();
      onChange();
    }, lateMs);
    onChange();
  }
  new MutationObserver((records) => {
    const roots = new Set<Element>();
    let hasLost = false;
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      if (type === 'attributes' && matters(attributeName!)) roots.add(target as Element);
      for (const node of addedNodes) if (node instanceof Element) roots.add(node);
      if ([...removedNodes].some((node) => node instanceof Element)) hasLost = true;
    }
    if (roots.size > 0 || hasLost) lookAt(roots);
  }).observe(document, { childList: true, subtree: true, attributes: true });
  lookAt(all(document, ':root'));
  return inspection;
}
