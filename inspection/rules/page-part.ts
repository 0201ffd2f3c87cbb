import type { Problem, SiteFacts } from '../finding.ts';
import type { Address, PageTree } from '../page-tree.ts';

/** An element with attributes of ours, and where it stands. */
export interface Part<E> {
  element: E;
  /** Its attributes, without their prefix. */
  names: readonly string[];
  /** Attributes that look like ours and lack a piece of the prefix: `ms-content`. Whole. */
  strays: readonly string[];
  /** The nearest with `data-ms-form`, itself included. */
  form: E | undefined;
  /** Which form that is: `signup` say. */
  formKind: string | undefined;
}

/** What the rules look at. */
export interface Page<E> {
  tree: PageTree<E>;
  /** Undefined where the site's settings are not known: nothing is compared with them then. */
  site: SiteFacts | undefined;
  address: Address;
  /** Whether a content group names the address; undefined where that is not known. */
  isGated: boolean | undefined;
  /** Everything of ours in a form, itself included. */
  partsIn: (form: E) => readonly Part<E>[];
  /** Whether a script that stands in the page speaks of a word, so that the word may be its own. */
  isSpokenOf: (word: string) => boolean;
}

/** @returns what is wrong with one element */
export type Rule = <E>(page: Page<E>, part: Part<E>) => Problem<E>[];
