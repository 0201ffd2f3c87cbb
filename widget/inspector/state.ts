import type { App } from '../../contract/site.ts';
import { findingTypes, type Finding } from '../../inspection/finding.ts';
import { localStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { followPage } from './follow-page.ts';
import { cartFindings, removedFindings, rememberPresses } from './happenings.ts';

/** What the Inspector knows and shows; whoever draws it listens. */

export interface Entry extends Finding<Element> {
  /** Its own, as long as the page stands. */
  key: string;
}

export type Side = 'left' | 'right';
export type Tab = 'inspector' | 'member' | 'app';

export interface InspectorState {
  entries: readonly Entry[];
  isOpen: boolean;
  tab: Tab;
  side: Side;
  isXRayOn: boolean;
  /** The key of the entry that is unfolded. */
  chosen: string | undefined;
}

export interface Inspector {
  page: Page;
  app: App;
  state: () => InspectorState;
  subscribe: (listener: () => void) => () => void;
  change: (next: Partial<Omit<InspectorState, 'entries'>>) => void;
}

/** Both names are kept over a reload; the first is the one existing pages use. */
const xRayKey = 'MSXRayMode';
const sideKey = 'ms_inspector_side';

/** @param begin the side it is opened on at once, undefined where it waits for its badge */
export function createInspector(page: Page, app: App, begin: Side | undefined): Inspector {
  const listeners = new Set<() => void>();
  const presses = rememberPresses(() => refresh());
  let state: InspectorState = {
    entries: [],
    isOpen: begin !== undefined,
    tab: 'inspector',
    side: begin ?? (localStore.read(sideKey) === 'left' ? 'left' : 'right'),
    isXRayOn: localStore.read(xRayKey) === 'true',
    chosen: undefined,
  };
  let isWaiting = false;
  const followed = followPage({ takenOut: page.takenOut, site: app }, () => refresh());

  function publish(next: Partial<InspectorState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  /** Once for everything that changes before the browser draws. */
  function refresh(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      publish({
        entries: inOrder([
          ...followed.findings(),
          ...cartFindings(page.cart),
          ...presses(),
          ...removedFindings(page.takenOut),
        ]),
      });
    });
  }
  return {
    page,
    app,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      if (next.isXRayOn !== undefined) localStore.write(xRayKey, String(next.isXRayOn));
      if (next.side !== undefined) localStore.write(sideKey, next.side);
      publish(next);
    },
  };
}

const numbers = new WeakMap<Element, number>();
let last = 0;

function keyOf({ id, element, value }: Finding<Element>): string {
  if (!element) return `${id} ${value}`;
  if (!numbers.has(element)) numbers.set(element, (last += 1));
  return `${id} ${numbers.get(element)}`;
}

/** By kind, the worst first; then as they stand in the page. */
function inOrder(findings: readonly Finding<Element>[]): Entry[] {
  const position = (one: Finding<Element>, other: Finding<Element>) => {
    if (!one.element || !other.element || one.element === other.element) return 0;
    return one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  };
  return findings
    .map((finding) => ({ ...finding, key: keyOf(finding) }))
    .toSorted(
      (one, other) => findingTypes.indexOf(one.type) - findingTypes.indexOf(other.type) || position(one, other),
    );
}
