import type { MemberWord } from '../../shared/attributes.ts';
import { all, fits, having, parent, read } from '../page/dom.ts';

/** The fields of a form on the page, by the name in `data-ms-member`. Several boxes of one name are one list. */

/** Other elements of that attribute show a value of the member, an `output` among them, which has one of its own. */
export const memberFields = `:is(input,select,textarea)${having('member')}`;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const separator = ',';
const lists = (list: string, option: string) => `,${list},`.includes(`,${option},`);

const isBox = (field: Element): field is HTMLInputElement => /^(checkbox|radio)$/.test((field as Field).type);
/** What a box says where it is chosen. */
const optionOf = (box: HTMLInputElement) => read(box, 'value') ?? (box.type === 'radio' ? box.value : 'true');

const isMultiple = (field: Element): field is HTMLSelectElement => (field as Field).type === 'select-multiple';
const said = (options: Iterable<HTMLOptionElement>) => [...options].map(({ value }) => value).join(separator);

/** Whether a select that is to hold a value shows this option as chosen. */
export const chooses = (select: Element, value: string, option: string): boolean =>
  isMultiple(select) ? lists(value, option) : option === value;

/** What a field says now, as `setField` takes it; '' where nothing is chosen. */
export function readField(field: Element): string {
  if (isBox(field)) return field.checked ? optionOf(field) : '';
  if (isMultiple(field)) return said(field.selectedOptions);
  const { files, value } = field as HTMLInputElement;
  // Its value begins with a folder that browsers make up.
  return files?.[0]?.name ?? value;
}

/**
 * What was typed and ticked, by name: text, or true and false for a box that stands alone. Not of disabled fields, but
 * a list is read whole: with what is chosen in it for good, where another box of it can be changed.
 */
export function readFields(form: HTMLElement): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  const open = new Set(all(form, `${memberFields}:not(:disabled)`).map((field) => read(field, 'member')));
  for (const field of all(form, memberFields)) {
    const key = read(field, 'member')!;
    const value = readField(field);
    const { type, checked } = field as HTMLInputElement;
    const before = values.get(key) ?? '';
    const isListed = isMultiple(field) || (type === 'checkbox' && read(field, 'value') !== null);
    if (!open.has(key) || (!isListed && fits(field, ':disabled'))) continue;
    if (type === 'radio') values.set(key, value || before);
    else if (isListed) values.set(key, [before, value].filter(Boolean).join(separator));
    else values.set(key, type === 'checkbox' ? checked : value);
  }
  return values;
}

/** What the author has put into a field, as `setField` takes it. Its value now may be the member's already. */
export function readDefault(field: Element): string {
  if (isBox(field)) return field.defaultChecked ? optionOf(field) : '';
  if (!(field instanceof HTMLSelectElement)) return (field as HTMLInputElement).defaultValue;
  const chosen = [...field.options].filter(({ defaultSelected }) => defaultSelected);
  // Where one has to be chosen, the first is.
  if (chosen.length === 0 && !field.multiple) chosen.push(...[...field.options].slice(0, 1));
  return said(chosen);
}

/** Puts a kept value into a field. */
export function setField(field: Element, value: string): void {
  if (isBox(field)) {
    const option = optionOf(field);
    field.checked = field.type === 'radio' ? option === value : lists(value, option);
  } else if (isMultiple(field)) for (const each of field.options) each.selected = lists(value, each.value);
  else if ((field as Field).type !== 'file') (field as Field).value = value;
  redrawBox(field);
}

const drawnBox = ':scope>:is(.w-checkbox-input,.w-radio-input):not(input)';
/**
 * Webflow draws a box beside the hidden one, and changes it at a `change` event alone. Not by such an event from here:
 * its handler inverts what is drawn for a checkbox, and marks a radio button that is not checked.
 */
function redrawBox(field: Element): void {
  const around = parent(field);
  if (!isBox(field) || !(around instanceof Element)) return;
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
