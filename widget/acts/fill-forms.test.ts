import { expect, test } from 'vitest';
import { touch } from '../page/show.ts';
import { arrive, find, memberWith, siteWith } from '../testing/visit.ts';
import { fillForms } from './fill-forms.ts';

const ana = memberWith({ id: 'mem_ana', customFields: { phone: '1' } });
const ben = memberWith({ id: 'mem_ben', customFields: { phone: '2' } });
const fillFor = (member: typeof ana | null) => fillForms(document, { member, whole: member, app: siteWith() });

function editAsAna(): { phone: () => string } {
  arrive('<form data-ms-form="profile"><input data-ms-member="phone"></form>');
  fillFor(ana);
  const field = find<HTMLInputElement>('input');
  field.value = '111';
  touch(field);
  return { phone: () => field.value };
}

test('an edit that was not saved stays over a log-out for the same member', () => {
  const { phone } = editAsAna();
  fillFor(null);
  fillFor(ana);
  expect(phone()).toBe('111');
});

test('an edit that one member did not save is not in the form of the next', () => {
  const { phone } = editAsAna();
  fillFor(null);
  fillFor(ben);
  expect(phone()).toBe('2');
  expect(find('input').hasAttribute('data-ms-touched')).toBe(false);
});

test('what a visitor has typed stays for the member they log in as', () => {
  arrive('<form data-ms-form="profile"><input data-ms-member="phone" data-ms-touched value="333"></form>');
  fillFor(null);
  fillFor(ben);
  expect(find<HTMLInputElement>('input').value).toBe('333');
});

const levels = (level: string) => memberWith({ id: 'mem_ana', customFields: { level } });
function chooseOldHand() {
  const radio = (value: string) => `<input type="radio" name="r" data-ms-member="level" value="${value}">`;
  arrive(`<form data-ms-form="profile">${radio('First time')}${radio('Old hand')}</form>`);
  fillFor(levels('First time'));
  const [first, other] = [find<HTMLInputElement>('[value="First time"]'), find<HTMLInputElement>('[value="Old hand"]')];
  other.checked = true;
  touch(other);
  return { chosen: () => [first.checked, other.checked] };
}

test('a radio button that was chosen stays so until it is saved, whatever is known anew of the member', () => {
  const { chosen } = chooseOldHand();
  fillFor(levels('First time'));
  expect(chosen()).toEqual([false, true]);
});

test('a radio button that one member chose is not chosen for the next', () => {
  const { chosen } = chooseOldHand();
  fillFor(memberWith({ id: 'mem_ben', customFields: { level: 'First time' } }));
  expect(chosen()).toEqual([true, false]);
});

/** Comes to a select whose options a script adds. */
function comeWithoutOptions(member: typeof ana, attributes = '') {
  arrive(`<form data-ms-form="profile"><select data-ms-member="level" ${attributes}></select></form>`);
  const select = find<HTMLSelectElement>('select');
  fillFor(member);
  const add = (...names: string[]) => {
    for (const name of names) select.append(Object.assign(document.createElement('option'), { textContent: name }));
    for (const option of [...select.options].slice(-names.length))
      fillForms(option, { member, whole: member, app: siteWith() });
  };
  return { select, add };
}

test('options that come later show what is stored, and end no choice that a script has made among them', () => {
  const { select, add } = comeWithoutOptions(levels('Old hand'));
  add('First time', 'Old hand');
  expect(select.value).toBe('Old hand');
  select.value = 'First time';
  add('Some practice');
  expect(select.value).toBe('First time');
});

test('of options of a list that come later all stored ones are chosen', () => {
  const { select, add } = comeWithoutOptions(levels('wood,metal'), 'multiple');
  add('glass', 'wood', 'metal');
  expect([...select.selectedOptions].map(({ value }) => value)).toEqual(['wood', 'metal']);
});
