import type { MemberWord } from '../../shared/attributes.ts';
import { all, having, parent, read } from '../page/dom.ts';

/** The fields of a form on the page, by the name in `data-ms-member`. Several boxes of one name are one list. */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const separator = ',';

/** What was typed and ticked, by name: text, or true and false for a box that stands alone. */
export function readFields(form: HTMLElement): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  const lists = new Map<string, string[]>();
  for (const field of all(form, having('member')) as Field[]) {
    const key = read(field, 'member')!;
    const option = read(field, 'value');
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      if (field.checked) values.set(key, option ?? field.value);
      else if (!values.has(key)) values.set(key, '');
    } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (option === null) values.set(key, field.checked);
      else lists.set(key, [...(lists.get(key) ?? []), ...(field.checked ? [option] : [])]);
    } else if (field instanceof HTMLSelectElement && field.multiple)
      lists.set(
        key,
        [...field.selectedOptions].map(({ value }) => value),
      );
    else if ('value' in field) values.set(key, field.value);
  }
  for (const [key, options] of lists) values.set(key, options.join(separator));
  return values;
}

/** What the author has put into a field, as `setField` takes it. Its value now may be the member's already. */
export function readDefault(field: Element): string {
  if (field instanceof HTMLInputElement && field.type === 'checkbox' && read(field, 'value') === null)
    return String(field.defaultChecked);
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return field.defaultChecked ? (read(field, 'value') ?? field.value) : '';
  if (!(field instanceof HTMLSelectElement)) return (field as HTMLInputElement).defaultValue;
  const chosen = [...field.options].filter(({ defaultSelected }) => defaultSelected);
  // Where one has to be chosen, the first is.
  if (chosen.length === 0 && !field.multiple) chosen.push(...[...field.options].slice(0, 1));
  return chosen.map(({ value }) => value).join(separator);
}

/** Puts a kept value into a field. */
export function setField(field: Element, value: string): void {
  const option = read(field, 'value');
  const chosen = value.split(separator);
  if (field instanceof HTMLInputElement && field.type === 'checkbox')
    field.checked = option === null ? value === 'true' : chosen.includes(option);
  else if (field instanceof HTMLInputElement && field.type === 'radio')
    field.checked = (option ?? field.value) === value;
  else if (field instanceof HTMLSelectElement && field.multiple)
    for (const each of field.options) each.selected = chosen.includes(each.value);
  else if (field instanceof HTMLInputElement && field.type === 'file') return;
  else (field as HTMLInputElement).value = value;
  redrawBox(field as HTMLInputElement);
}

const drawnBox = ':scope>:is(.w-checkbox-input,.w-radio-input):not(input)';
/**
 * Webflow draws a box beside the hidden one, and changes it at a `change` event alone. Not by such an event from here:
 * its handler inverts what is drawn for a checkbox, and marks a radio button that is not checked.
 */
function redrawBox(field: HTMLInputElement): void {
  const around = parent(field);
  if (!/checkbox|radio/.test(field.type) || !(around instanceof Element)) return;
  for (const drawn of all(around, drawnBox)) drawn.classList.toggle('w--redirected-checked', field.checked);
}

/** Names that mean something else than a custom field. */
const reserved = new Set<string>([
  'email',
  'password',
  'current-password',
  'new-password',
  'token',
  'profile-image',
  'id',
  'signup-date',
] satisfies MemberWord[]);

export const customFieldsIn = (values: Map<string, string | boolean>): Record<string, string | boolean> =>
  Object.fromEntries([...values].filter(([key]) => !reserved.has(key)));
