/** One thing that is otherwise than before. */
export interface Change {
  kind: 'added' | 'removed' | 'changed';
  /** Entries of a list by their own id: `plans[pln_demo].prices[prc_demo].amountCents`. */
  path: string;
  /** Short, for people. */
  from?: string;
  to?: string;
  /** Why it is not what was asked for, or what else to know. */
  note?: string;
}
