import { all, erase, having, nearest, read, readPlain, write, writePlain } from '../page/dom.ts';
import { valueOf } from '../page/show.ts';
import type { Who } from '../page/who.ts';
import { chooses, memberFields, readDefault, readField, readFields, setField } from './fields.ts';

/** Forms that change what is there begin with it. */

/** The member each field was last filled in for. */
const filledFor = new WeakMap<Element, string>();
/** What each field held once it was filled in; '' where the member has no value. */
const filledWith = new WeakMap<Element, string>();

const filledForms = ['profile', 'email'].map((kind) => `${having('form', kind)} ${memberFields}`).join();
/**
 * Edited fields are left alone, until another member logs in; what was filled in is removed at the log-out. So is what a
 * browser has restored after a return to the page.
 */
export function fillForms(root: Element | Document, { whole }: Who): void {
  if (whole === undefined) return;
  // Options may come later than their select.
  const select = root instanceof Element ? nearest(root, 'select') : null;
  const fields = all(select ?? root, filledForms).filter(
    (field) => !/^((current|new)-)?password$|^token$/.test(read(field, 'member')!),
  );
  if (whole)
    for (const field of fields) {
      // Kept over a session that ends by itself: the same member may log in again to save the edit.
      if ((filledFor.get(field) ?? whole.id) !== whole.id) erase(field, 'touched');
      filledFor.set(field, whole.id);
    }
  for (const field of fields) {
    if (isEdited(field)) continue;
    const value = whole ? valueOf(whole, read(field, 'member')!) : undefined;
    const comesIn = (option: Element) => select && value != null && chooses(select, value, readField(option));
    // Options without a stored one end no choice of the page's scripts.
    if (select && select !== root && !all(root, 'option').some(comesIn)) {
      // What the browser has chosen among them, in place of what it cannot show, is no change.
      if (value && filledWith.get(field) !== value && readField(field) === readDefault(field))
        filledWith.set(field, readField(field));
      continue;
    }
    // What a script adds may come with a value. On a page that has just come, the browser may have restored one.
    if (!whole || value !== undefined || filledWith.has(field) || root instanceof Document)
      setField(field, value ?? readDefault(field));
    filledWith.set(field, value === undefined ? '' : readField(field));
  }
}

/** Whether it was edited, or another of its name: to choose a radio button ends the choice of another. */
function isEdited(field: Element): boolean {
  const key = read(field, 'member');
  return all(nearest(field, having('form'))!, having('touched')).some((each) => read(each, 'member') === key);
}

/**
 * What somebody changes in a form. A field that is as it was filled in is left out: it may be one that cannot show what
 * is stored. So is one that was not filled in yet.
 *
 * @returns the values by name; `onStored` is to be called once they are stored, and are no change any more
 */
export function readChanged(form: HTMLElement): { values: Map<string, string | boolean>; onStored: () => void } {
  const changed = all(form, memberFields).filter(
    (field) => isEdited(field) || (filledWith.has(field) && filledWith.get(field) !== readField(field)),
  );
  const keys = new Set(changed.map((field) => read(field, 'member')));
  const held = changed.map((field) => [field, readField(field)] as const);
  return {
    values: new Map([...readFields(form)].filter(([key]) => keys.has(key))),
    onStored: () => held.forEach(([field, value]) => filledWith.set(field, value)),
  };
}

const laterFields = `${having('passwordless', 'step-2')} :is(input,select,textarea,button)`;

/** A required field that is not rendered yet would keep the browser from submitting the form. */
export function holdLaterSteps(root: Element | Document): void {
  for (const field of all(root, laterFields)) {
    const form = nearest(field, having('form'));
    if (!form || read(form, 'code-sent') !== null || readPlain(field, 'disabled') !== null) continue;
    write(field, 'held', '');
    writePlain(field, 'disabled', '');
  }
}

export function releaseLaterSteps(form: Element): void {
  for (const field of all(form, having('held'))) {
    erase(field, 'held');
    field.removeAttribute('disabled');
  }
}
