import { ownAttributes } from '../../shared/attributes.ts';
import { decides } from '../../inspection/deciding-attributes.ts';
import type { SiteFacts } from '../../inspection/finding.ts';
import { createInspection, type Inspection } from '../../inspection/inspection.ts';
import { all, readPlain } from '../page/dom.ts';
import { watchRoute } from '../page/watch.ts';
import { pageAsWritten, type Written } from './page-as-written.ts';
import { timed } from './timed.ts';

/** How long after a change private fields are looked at. Milliseconds, from the specification. */
const lateMs = 1_000;
const own = new Set(ownAttributes.map((name) => `data-ms-${name}`));

function matters({ target, attributeName, oldValue }: MutationRecord): boolean {
  const name = attributeName!;
  return !own.has(name) && decides(name, oldValue, readPlain(target as Element, name));
}

/**
 * Inspects the page now, and whatever changes of it from now on.
 *
 * @param onChange called after something was looked at
 */
export function followPage(
  { written, site, isGated }: { written: Written; site: SiteFacts; isGated: () => boolean },
  onChange: () => void,
): Pick<Inspection<Element>, 'findings'> {
  const inspection = createInspection(pageAsWritten(written), site, {
    get address() {
      return location.href;
    },
    get isGated() {
      return isGated();
    },
  });
  let late: ReturnType<typeof setTimeout> | undefined;

  function lookAt(roots: Iterable<Element>, emptied: Iterable<Element> = []): void {
    timed('look', () => inspection.lookAt(roots, emptied));
    late ??= setTimeout(() => {
      late = undefined;
      inspection.lookLate();
      onChange();
    }, lateMs);
    onChange();
  }
  const lookAtRoute = watchRoute(() => {
    inspection.lookAtAddress();
    onChange();
  });
  new MutationObserver((records) => {
    lookAtRoute();
    const roots = new Set<Element>();
    const emptied = new Set<Element>();
    for (const record of records) {
      const { type, target, addedNodes, removedNodes } = record;
      if (type === 'attributes' && matters(record)) roots.add(target as Element);
      for (const node of addedNodes) if (node instanceof Element) roots.add(node);
      for (const node of removedNodes) if (node instanceof Element && target instanceof Element) emptied.add(target);
    }
    if (roots.size + emptied.size > 0) lookAt(roots, emptied);
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeOldValue: true });
  lookAt(all(document, ':root'));
  return inspection;
}
