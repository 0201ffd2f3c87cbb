/** What stands in a form: text by name; a ticked box is `on`, one that is not ticked is missing. */
export type FormValues = Record<string, string | undefined>;

export interface Problem {
  /** Name of the field it is about; missing when it is about the whole form. */
  field?: string | undefined;
  message: string;
}

/** The first message for each field. */
export function messagesByField(problems: readonly Problem[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { field, message } of problems) if (field !== undefined) messages[field] ??= message;
  return messages;
}

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
