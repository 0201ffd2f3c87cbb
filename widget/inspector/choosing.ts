/** How the list of findings lets somebody choose one of them. */
export interface Choosing {
  /** Unfolds an entry, or folds what is unfolded. */
  choose: (key: string | undefined) => void;
  /** Whether it was unfolded in the list, and not from the page. */
  isOwn: (key: string) => boolean;
}
