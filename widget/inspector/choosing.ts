/** How the builder chooses one finding of the list. */
export interface Choosing {
  /** Unfolds an entry, or folds what is unfolded. */
  choose: (key: string | undefined) => void;
  /** Whether it was unfolded in the list, and not from the page. */
  isOwn: (key: string) => boolean;
}
