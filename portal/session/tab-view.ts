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

/** Tells the banner that the person leaves the view otherwise than by its button. */
export const endViewEvent = 'intake:end-view';

export const tabViewKey = 'intake.view';

/** The view of this tab, for as long as the page lives; null where there is none. */
export const tabView: TabView | null = JSON.parse(readTabKey(tabViewKey) ?? 'null') as TabView | null;
