/** One difference between a site and a declaration. */
export interface Change {
  kind: 'added' | 'removed' | 'changed';
  /** Entries of a list by their own id: `plans[pln_demo].prices[prc_demo].amountCents`. */
  path: string;
  /** The old value, truncated for display. */
  from?: string;
  to?: string;
  /** Why the result differs from the declaration, or a consequence. */
  note?: string;
}
