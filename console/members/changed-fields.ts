import type { ShownSite } from '../../contract/console/members-schemas.ts';
import type { FormValues } from '../../ui/problems.ts';

type SiteField = Pick<ShownSite['fields'][number], 'key' | 'type'>;

/** The name of a field's input, apart from other inputs of the form. */
export const fieldName = (key: string): string => `field:${key}`;

/** A member's value; empty where there is none. */
export const fieldValue = (values: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(values, key) ? values[key]! : '';

/** Whether a value has several lines, which an input of one line takes away. */
export const hasLines = (value: string): boolean => /[\r\n]/.test(value);

/** A value as a text area holds it: with line feeds alone, however its lines were ended where it came from. */
const inTextArea = (value: string): string => value.replaceAll(/\r\n?/g, '\n');

/** What was changed in the form, and nothing else: what a colleague has saved meanwhile stays. */
export function changedFields(
  fields: readonly SiteField[],
  before: Readonly<Record<string, string>>,
  filledIn: FormValues,
): Record<string, string | boolean> {
  const changed: Record<string, string | boolean> = {};
  for (const { key, type } of fields) {
    const typed = filledIn[fieldName(key)];
    if (type === 'boolean') {
      const isTicked = typed === 'on';
      if (isTicked !== (fieldValue(before, key) === 'true')) changed[key] = isTicked;
    } else if (typed !== undefined && typed !== inTextArea(fieldValue(before, key))) changed[key] = typed;
  }
  return changed;
}
