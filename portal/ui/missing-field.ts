import { formMessages } from '../messages/forms.ts';
import type { Problem } from '../../ui/problems.ts';

/**
 * A required field that was left empty: the summary has the specification's one sentence for all of them, beside each
 * field stands what is asked for there.
 *
 * @param asked what the field asks for
 * @param field its name, where it is called something else
 */
export const missingField = (asked: keyof typeof formMessages.missing, field: string = asked): Problem => ({
  field,
  message: formMessages.fillOutAllFields,
  besideField: formMessages.missing[asked],
});
