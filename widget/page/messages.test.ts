import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../../client/request.ts';
import { arrive, find } from '../testing/visit.ts';
import { patienceMs, sentenceOf, showMessage, whileLoading } from './messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ownBox = (role: string) =>
  document.querySelector('intake-messages')!.shadowRoot!.querySelector<HTMLElement>(`[role=${role}]`)!;
const authors = (kind: string) =>
  `<div data-ms-message="${kind}" style="display:none"><b data-ms-message-text></b><i>x</i></div>`;

test('a refusal is told in the service’s words, an accident never in a program’s', () => {
  expect(sentenceOf(new RequestError('cohort-full', 'No seat is left.', 409))).toBe('No seat is left.');
  for (const error of [new TypeError('x is undefined'), 'text', null, new RequestError('unknown-error', '', 500)])
    expect(sentenceOf(error)).toBe('Something went wrong. Please try again.');
});

test('a message is text, said in a box that is read out, and goes by itself', () => {
  arrive();
  showMessage('<img src=x>', 'error');
  expect(ownBox('alert').textContent).toBe('<img src=x>');
  expect(ownBox('alert').childElementCount).toBe(0);
  expect(ownBox('alert').style.display).toBe('block');
  vi.runAllTimers();
  expect(ownBox('alert').style.display).toBe('none');
});

test('the author’s own box is used: the form’s before the page’s, never another form’s', () => {
  arrive(`<form id="a">${authors('error')}</form><form id="b"></form><div id="page">${authors('error')}</div>`);
  const seen = (place: string) => find(`${place} [data-ms-message]`).style.display;
  showMessage('for a', 'error', find('#a'));
  expect([seen('#a'), seen('#page')]).toEqual(['block', 'none']);
  expect(find('#a b').textContent).toBe('for a');
  expect(find('#a i').textContent).toBe('x');
  showMessage('for b', 'error', find('#b'));
  expect(find('#page b').textContent).toBe('for b');
  expect(find('#a b').textContent).toBe('for a');
  expect(find('#a [data-ms-message]').getAttribute('role')).toBe('alert');
});

test('a success is not told in the box for errors', () => {
  arrive(authors('error'));
  showMessage('done', 'success');
  expect(find('b').textContent).toBe('');
  expect(ownBox('status').textContent).toBe('done');
});

test.each([
  [true, '', 'block'],
  [true, '<intake-modal></intake-modal>', 'none'],
  [false, '', 'none'],
])('a slow call says so unless the person is waited for: focus %s, dialog "%s"', async (hasFocus, dialog, shown) => {
  arrive(authors('success') + dialog);
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  let answer = () => {};
  const waiting = whileLoading(() => new Promise<void>((resolve) => (answer = resolve)));
  vi.advanceTimersByTime(patienceMs);
  expect(find('[data-ms-message]').style.display).toBe(shown);
  answer();
  await waiting;
  vi.restoreAllMocks();
});

test('the author’s loader is shown while something runs, however it ends', async () => {
  arrive('<div data-ms-loader style="display:none"></div>');
  const failing = whileLoading(async () => {
    expect(find('[data-ms-loader]').style.display).toBe('block');
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(find('[data-ms-loader]').style.display).toBe('none');
  expect(vi.getTimerCount()).toBe(0);
});
