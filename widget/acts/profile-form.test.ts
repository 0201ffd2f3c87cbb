import { expect, test } from 'vitest';
import { markSent, touch, untouchSent } from '../page/show.ts';
import { arriveAsMember, find, memberWith, siteWith } from '../testing/visit.ts';
import { fillForms } from './fill-forms.ts';
import { sendForm } from './forms.ts';

/** Comes as a member with these values to a page with a profile form, which is not filled in yet. */
function come(fields: string, customFields: Record<string, string> = {}) {
  const member = memberWith({ customFields });
  const { asked, page } = arriveAsMember(`<form data-ms-form="profile">${fields}</form>`, { 'POST /member': member });
  const fill = (root: Element | Document = document) => fillForms(root, { member, whole: member, app: siteWith() });
  const sends = async () => {
    await sendForm(find('form'), page);
    return (asked.at(-1)!.body as { customFields: object }).customFields;
  };
  return { fill, sends };
}

function type(selector: string, value: string): void {
  const field = find<HTMLInputElement>(selector);
  field.value = value;
  touch(field);
}
function tick(selector: string): void {
  const box = find<HTMLInputElement>(selector);
  box.checked = !box.checked;
  touch(box);
}

const phone = '<input data-ms-member="phone">';
const ofList = (option: string, more = '') =>
  `<input type="checkbox" data-ms-member="list" data-ms-value="${option}" ${more}>`;
const radio = (value: string) => `<input type="radio" name="r" data-ms-member="level" value="${value}">`;

test.each([
  ['a select without the option', '<select data-ms-member="from"><option>Walked past</select>', 'from', 'Radio'],
  ['radio buttons without it', radio('First time') + radio('Old hand'), 'level', 'Some practice'],
  ['a field for dates', '<input type="date" data-ms-member="born">', 'born', '12/03/1990'],
  ['a field for numbers', '<input type="number" data-ms-member="height">', 'height', '1,800'],
  ['a box to tick', '<input type="checkbox" data-ms-member="news">', 'news', 'yes'],
  ['a list without the option', ofList('wood') + ofList('metal'), 'list', 'metal,glass'],
  ['one line for a text of two', '<input data-ms-member="about">', 'about', 'one\ntwo'],
])('what a field cannot show is not changed by its form: %s', async (_, field, key, stored) => {
  const { fill, sends } = come(phone + field, { phone: '1', [key]: stored });
  fill();
  type('[data-ms-member=phone]', '2');
  expect(await sends()).toEqual({ phone: '2' });
});

test('a field that a script adds with its value keeps it where nothing is stored, and it is sent', async () => {
  const { fill, sends } = come('', { level: 'Old hand' });
  fill();
  for (const key of ['source', 'level']) {
    const field = Object.assign(document.createElement('input'), { value: 'fair' });
    field.dataset['msMember'] = key;
    find('form').append(field);
    fill(field);
  }
  expect(find<HTMLInputElement>('[data-ms-member=level]').value).toBe('Old hand');
  expect(await sends()).toEqual({ source: 'fair' });
});

test('what the browser chooses among options that come later is not sent in place of what is stored', async () => {
  const { fill, sends } = come(`${phone}<select data-ms-member="from"></select>`, { phone: '1', from: 'Radio' });
  fill();
  const select = find<HTMLSelectElement>('select');
  for (const name of ['Walked past', 'Friends'])
    select.append(Object.assign(document.createElement('option'), { textContent: name }));
  for (const option of select.options) fill(option);
  expect(select.value).toBe('Walked past');
  type('[data-ms-member=phone]', '2');
  expect(await sends()).toEqual({ phone: '2' });
});

test('what a script has put into a field is sent, and what the author has where nothing is stored', async () => {
  const { fill, sends } = come(
    `<input type="hidden" data-ms-member="source" value="fair"><select data-ms-member="level"><option>one</select>
    <input data-ms-member="day"><input data-ms-member="night">`,
    { day: '1', night: '2' },
  );
  fill();
  find<HTMLInputElement>('[data-ms-member=day]').value = '3';
  expect(await sends()).toEqual({ source: 'fair', level: 'one', day: '3' });
});

test.each(['push-token', 'password-hint'])('a field called %s is filled in and sent as any other', async (key) => {
  const { fill, sends } = come(`<input type="hidden" data-ms-member="${key}">`, { [key]: 'old' });
  fill();
  const field = find<HTMLInputElement>('input');
  expect(field.value).toBe('old');
  field.value = 'new';
  expect(await sends()).toEqual({ [key]: 'new' });
});

test('what was saved is not sent again with the next change', async () => {
  const { fill, sends } = come(`${phone}<input data-ms-member="first-name">`, { phone: '1', 'first-name': 'Ada' });
  fill();
  type('[data-ms-member=phone]', '2');
  markSent(find('form'));
  expect(await sends()).toEqual({ phone: '2' });
  // The answer has been drawn by now, past the fields that were being sent.
  fill();
  untouchSent(find('form'));
  type('[data-ms-member=first-name]', 'Bea');
  expect(await sends()).toEqual({ 'first-name': 'Bea' });
});

test('a field that is not filled in yet is sent only where somebody has typed there', async () => {
  const { sends } = come(`${phone}<input data-ms-member="first-name">`, { phone: '1', 'first-name': 'Ada' });
  type('[data-ms-member=phone]', '2');
  expect(await sends()).toEqual({ phone: '2' });
});

test('a list is sent whole once a box of it is changed, with an option that has a comma', async () => {
  const { fill, sends } = come(ofList('wood, hard') + ofList('metal'), { list: 'wood, hard' });
  fill();
  tick('[data-ms-value=metal]');
  expect(await sends()).toEqual({ list: 'wood, hard,metal' });
});

test('a list is sent with what a disabled box of it says', async () => {
  const { fill, sends } = come(ofList('wood', 'disabled') + ofList('metal'), { list: 'wood' });
  fill();
  tick('[data-ms-value=metal]');
  expect(await sends()).toEqual({ list: 'wood,metal' });
});

test('nothing of a disabled field is sent, nor of one that is enabled later and shows what is stored', async () => {
  const { fill, sends } = come(
    `<input type="checkbox" data-ms-member="vip" disabled><select data-ms-member="tier" disabled><option>gold</select>
    <input data-ms-member="phone" disabled>`,
    { phone: '1' },
  );
  fill();
  expect(await sends()).toEqual({});
  find<HTMLInputElement>('[data-ms-member=phone]').disabled = false;
  expect(await sends()).toEqual({});
});

test('an element of the form that shows a value says nothing of the field of that name', async () => {
  const { fill, sends } = come(`${phone}<p>Now: <output data-ms-member="phone"></output></p>`, { phone: '1' });
  fill();
  type('input', '2');
  expect(await sends()).toEqual({ phone: '2' });
});
