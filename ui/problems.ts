/** What stands in a form: text by name; a ticked box is `on`, one that is not ticked is missing. */
export type FormValues = Record<string, string | undefined>;

export interface Problem {
  /** Name of the field it is about; missing when it is about the whole form. */
  field?: string | undefined;
  message: string;
  /** What stands beside the field, where that says more than the line in the summary, which several fields may share. */
  besideField?: string;
}

/** The first message for each field, in the words that stand beside it. */
export function messagesByField(problems: readonly Problem[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const problem of problems) if (problem.field !== undefined) messages[problem.field] ??= wordsBeside(problem);
  return messages;
}

export const wordsBeside = ({ besideField, message }: Problem): string => besideField ?? message;

/** Sets or takes away one message; the same object when nothing changes, so that nothing is drawn again. */
export function withMessage(
  errors: Record<string, string>,
  field: string,
  message: string | undefined,
): Record<string, string> {
  if (errors[field] === message) return errors;
  const { [field]: _old, ...others } = errors;
  return message === undefined ? others : { ...others, [field]: message };
}
