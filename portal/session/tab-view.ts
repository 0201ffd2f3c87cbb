import { viewFragment } from '../../contract/view-link.ts';
import { readTabKey } from './tab-keys.ts';

/** A view of staff, who see this tab as a member. It stands in the tab alone. */
export interface TabView {
  /** The bearer of every call of this tab. */
  token: string;
  /** Of the member. */
  name: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

export const tabViewKey = 'intake.view';

/** The view of this tab, for as long as the page lives; null where there is none. */
export const tabView: TabView | null = JSON.parse(readTabKey(tabViewKey) ?? 'null') as TabView | null;

/** The code of an address that opens a view. */
export const viewCodeOf = (hash: string): string | undefined =>
  hash.startsWith(viewFragment) ? hash.slice(viewFragment.length) : undefined;
