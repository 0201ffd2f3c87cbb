import type { accounts, Console } from './console.ts';

/** A screen of the console in one of its states. */
export interface ConsoleVisit {
  /** Below `/console`. */
  path: string;
  /** Who looks; the owner, unless given. A stranger is not signed in. */
  as?: keyof typeof accounts | 'stranger';
  /** Brings the open screen into the state. */
  act?: (console: Console) => Promise<unknown>;
  /** The state exists at this width alone, in CSS pixels. */
  only?: number;
  /** It lies over the page, so that a picture shows the window and not the whole page. */
  isFold?: true;
}
