/** What there is to say of a kind of problem. */
export interface AboutProblem {
  title: string;
  description: string;
  help: readonly HelpItem[];
}

export interface HelpItem {
  title: string;
  description: string;
}
