import { expect, test } from 'vitest';
import { arrive, find } from '../testing/visit.ts';
import { customFieldsIn, readDefault, readFields, setField } from './fields.ts';

function read(fields: string) {
  arrive(`<form>${fields}</form>`);
  return Object.fromEntries(readFields(find('form')));
}

test('text, choices and boxes of a form are read by their names', () => {
  const values = read(`<input data-ms-member="email" value="ada@example.org"><input value="not ours">
    <textarea data-ms-member="about">a\nb</textarea>
    <select data-ms-member="level"><option>one<option selected>two</select>
    <input type="checkbox" data-ms-member="news"><input type="checkbox" data-ms-member="terms" checked>`);
  expect(values).toEqual({ email: 'ada@example.org', about: 'a\nb', level: 'two', news: false, terms: true });
});

test('several boxes of one name are one list, in which none may be ticked', () => {
  const box = (value: string, more = '') =>
    `<input type="checkbox" data-ms-member="days" data-ms-value="${value}" ${more}>`;
  expect(read(box('mon', 'checked') + box('tue') + box('wed', 'checked'))).toEqual({ days: 'mon,wed' });
  expect(read(box('mon') + box('tue'))).toEqual({ days: '' });
  expect(
    read('<select multiple data-ms-member="days"><option selected>mon<option>tue<option selected>wed</select>'),
  ).toEqual({ days: 'mon,wed' });
});

test('a disabled field is not read, except a box of a list that can be changed', () => {
  const box = (value: string, more = '') =>
    `<input type="checkbox" data-ms-member="days" data-ms-value="${value}" checked ${more}>`;
  expect(read(box('mon', 'disabled') + box('tue'))).toEqual({ days: 'mon,tue' });
  expect(read(box('mon', 'disabled') + box('tue', 'disabled'))).toEqual({});
  const text = (value: string, more = '') => `<input data-ms-member="name" value="${value}" ${more}>`;
  expect(read(text('Ada') + text('Bea', 'disabled'))).toEqual({ name: 'Ada' });
});

test('of radio buttons the chosen one counts, wherever it stands', () => {
  const radio = (attributes: string) => `<input type="radio" name="size" data-ms-member="size" ${attributes}>`;
  expect(read(radio('value="s" checked') + radio('value="m"'))).toEqual({ size: 's' });
  expect(read(radio('value="s"') + radio('value="m" data-ms-value="medium" checked'))).toEqual({ size: 'medium' });
  expect(read(radio('value="s"') + radio('value="m"'))).toEqual({ size: '' });
});

test('what was read is put back the same', () => {
  const fields = `<input data-ms-member="name"><input type="checkbox" data-ms-member="news">
    <input type="checkbox" data-ms-member="days" data-ms-value="mon"><input type="checkbox" data-ms-member="days" data-ms-value="tue">
    <input type="radio" name="r" data-ms-member="size" value="s"><input type="radio" name="r" data-ms-member="size" value="m">
    <select multiple data-ms-member="tags"><option>a<option>b<option>c</select>`;
  const kept = { name: 'Ada', news: true, days: 'tue', size: 'm', tags: 'a,c' };
  read(fields);
  for (const field of find('form').querySelectorAll('[data-ms-member]'))
    setField(field, String(kept[field.getAttribute('data-ms-member') as keyof typeof kept]));
  expect(Object.fromEntries(readFields(find('form')))).toEqual(kept);
});

test('boxes and radio buttons that Webflow draws show what is put into the field', () => {
  const drawn = (kind: string, is = '') => `<div class="w-${kind}-input ${is && 'w--redirected-checked'}"></div>`;
  read(`<label>${drawn('checkbox')}<input type="checkbox" data-ms-member="news"></label>
    <label>${drawn('checkbox', 'on')}<input type="checkbox" data-ms-member="terms" checked></label>
    <label>${drawn('radio', 'on')}<input type="radio" name="r" data-ms-member="size" value="s" checked></label>
    <label>${drawn('radio')}<input type="radio" name="r" data-ms-member="size" value="m"></label>`);
  const fields = find('form').querySelectorAll('input');
  ['true', 'false', 'm', 'm'].forEach((value, place) => setField(fields[place]!, value));
  const areDrawn = [...find('form').querySelectorAll('div')].map((box) => box.matches('.w--redirected-checked'));
  expect(areDrawn).toEqual([true, false, false, true]);
});

test('nothing is put into a field for files', () => {
  read('<input type="file" data-ms-member="profile-image">');
  expect(() => setField(find('input'), 'https://members.example/1.png')).not.toThrow();
});

test('of a chosen file the name is read, without a folder', () => {
  arrive('<form><input type="file" data-ms-member="cv"></form>');
  Object.defineProperty(find('input'), 'files', { value: [new File([], 'cv.pdf')] });
  expect(Object.fromEntries(readFields(find('form')))).toEqual({ cv: 'cv.pdf' });
});

test('a field without a value of the member begins as its author wrote it', () => {
  read(`<input id="text" value="own"><input id="on" type="checkbox" checked><input id="off" type="radio" value="s">
    <select id="first"><option>one<option>two</select><select id="none" multiple><option>one</select>`);
  find<HTMLInputElement>('#text').value = 'somebody’s';
  find<HTMLInputElement>('#on').checked = false;
  const defaults = ['#text', '#on', '#off', '#first', '#none'].map((each) => readDefault(find(each)));
  expect(defaults).toEqual(['own', 'true', '', 'one', '']);
});

test('a password or a code never becomes a custom field, which others may read', () => {
  const names = ['email', 'password', 'current-password', 'new-password', 'token', 'id', 'signup-date', 'first-name'];
  expect(customFieldsIn(new Map(names.map((name) => [name, 'x'])))).toEqual({ 'first-name': 'x' });
});
