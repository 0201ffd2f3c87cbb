/** A value that a filter may be set to, with its name. */
export interface Choice {
  value: string;
  label: string;
}
