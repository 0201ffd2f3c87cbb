import type { App } from '../../contract/site.ts';
import { findingTypes, type Finding, type FindingType } from '../../inspection/finding.ts';
import { localStore } from '../../client/storage.ts';
import type { Page } from '../page/page.ts';
import { followPage } from './follow-page.ts';
import { cartFindings, removedFindings, rememberPresses, sentFindings } from './happenings.ts';
import { timed } from './timed.ts';

/** What the Inspector knows and shows; its views subscribe. */

export interface Entry extends Finding<Element> {
  /** Its own, as long as the page stands. */
  key: string;
}

export type Side = 'left' | 'right';
export type Tab = 'inspector' | 'member' | 'app';

export interface InspectorState {
  /** By kind, the worst first; then as they stand in the page. Sorted when read. */
  readonly entries: readonly Entry[];
  /** How many entries there are of each kind. */
  counts: Readonly<Record<FindingType, number>>;
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
  /** Where our documentation lies, as an address. */
  documentation: string;
  state: () => InspectorState;
  subscribe: (listener: () => void) => () => void;
  change: (next: Partial<Omit<InspectorState, 'entries' | 'counts'>>) => void;
}

/** Both names are kept over a reload; the first is the one existing pages use. */
const xRayKey = 'MSXRayMode';
const sideKey = 'ms_inspector_side';

interface InspectorOptions extends Pick<Inspector, 'documentation'> {
  /** The side it is opened on at once, undefined where it waits for its badge. */
  begin: Side | undefined;
}

export function createInspector(page: Page, app: App, { begin, documentation }: InspectorOptions): Inspector {
  const listeners = new Set<() => void>();
  const presses = rememberPresses(() => refresh());
  let told: Omit<InspectorState, 'entries'> = {
    counts: count([]),
    isOpen: begin !== undefined,
    tab: 'inspector',
    side: begin ?? (localStore.read(sideKey) === 'left' ? 'left' : 'right'),
    isXRayOn: localStore.read(xRayKey) === 'true',
    chosen: undefined,
  };
  let inOrder: () => readonly Entry[] = () => [];
  let state = snapshot();
  let isWaiting = false;
  const isGated = () => !page.mayOpen(app.contentGroups, null, location.href);
  const followed = followPage({ written: page, site: app, isGated }, () => refresh());
  // A sign-in empties the cart: its findings go with it.
  page.membership.onAuthChange(() => refresh());

  function snapshot(): InspectorState {
    const entries = inOrder;
    return {
      ...told,
      get entries() {
        return entries();
      },
    };
  }
  function publish(next: Partial<typeof told>): void {
    told = { ...told, ...next };
    state = snapshot();
    for (const listener of listeners) listener();
  }
  /** Once for everything that changes before the browser draws. */
  function refresh(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      timed('tell', () => {
        const findings = [
          ...followed.findings(),
          ...cartFindings(page.cart),
          ...presses(),
          ...sentFindings(page, app),
          ...removedFindings(page.takenOut),
        ];
        inOrder = once(() => ordered(findings));
        publish({ counts: count(findings) });
      });
    });
  }
  return {
    page,
    app,
    documentation,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      if (next.isXRayOn !== undefined) localStore.write(xRayKey, String(next.isXRayOn));
      if (next.side !== undefined) localStore.write(sideKey, next.side);
      if (next.isOpen) refresh();
      publish(next);
    },
  };
}

function count(findings: readonly Finding<Element>[]): Record<FindingType, number> {
  const counts = Object.fromEntries(findingTypes.map((type) => [type, 0])) as Record<FindingType, number>;
  for (const { type } of findings) counts[type] += 1;
  return counts;
}

function once<Value>(work: () => Value): () => Value {
  let done: { value: Value } | undefined;
  return () => (done ??= { value: work() }).value;
}

const numbers = new WeakMap<Element, number>();
let last = 0;

function keyOf({ id, attribute, element, value }: Finding<Element>): string {
  if (!element) return `${id} ${value}`;
  if (!numbers.has(element)) numbers.set(element, (last += 1));
  return `${id} ${attribute} ${numbers.get(element)}`;
}

const entries = new WeakMap<Finding<Element>, Entry>();

/** The same for a finding that has not changed. */
function entryOf(finding: Finding<Element>): Entry {
  const entry = entries.get(finding) ?? { ...finding, key: keyOf(finding) };
  entries.set(finding, entry);
  return entry;
}

function ordered(findings: readonly Finding<Element>[]): Entry[] {
  const position = ({ element: one }: Entry, { element: other }: Entry) => {
    if (!one || !other || one === other) return 0;
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  };
  const byType = Map.groupBy(findings.map(entryOf), ({ type }) => type);
  return findingTypes.flatMap((type) => (byType.get(type) ?? []).toSorted(position));
}
