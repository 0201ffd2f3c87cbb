import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { arrive, find, home, memberWith, openPage, serve, stayLoggedIn } from '../testing/visit.ts';
import { listenToButtons } from './buttons.ts';
import { all } from './dom.ts';
import { listenToForms } from './forms.ts';

/** Presses and sendings, as the document hears them. It is listened to once, for all tests of this file. */
let page: ReturnType<typeof openPage>;
const heard: string[] = [];

beforeAll(() => {
  page = openPage();
  listenToButtons(page);
  listenToForms(page);
});
beforeEach(() => {
  page.redirect = undefined;
  heard.length = 0;
});

const click = (element: Element, detail = 1) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
const submit = (form: Element) => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

/** The page's own scripts hear events of these names. */
function listen(name: string): void {
  const hear = (event: Event) => heard.push(`${event.type}${event.defaultPrevented ? ', stopped' : ''}`);
  document.body.addEventListener(name, hear);
  onTestFinished(() => document.body.removeEventListener(name, hear));
}

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
  'a button that leads off the site leads nowhere: %s',
  (redirect) => {
    arrive(`<a data-ms-plan:add="pln_a" data-ms-redirect="${redirect}">Join</a>`);
    click(find('a'));
    expect(page.redirect).toBeUndefined();
  },
);

test('a visitor’s choice is kept for after the log-in, and their link leads on', () => {
  arrive('<a href="/join" data-ms-plan:add="pln_a" data-ms-redirect="/welcome"><b>Join</b></a>');
  const { asked } = serve({});
  find('a').addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
  });
  click(find('b'));
  expect(page.cart.read('plan')).toEqual(['pln_a']);
  expect(page.redirect).toBe(`${home}/welcome`);
  expect(asked).toEqual([]);
  expect.assertions(4);
});

test('a member’s choice is done at once, and a second press of it is not', async () => {
  arrive('<a href="/join" data-ms-plan:add="pln_a">Join</a>');
  stayLoggedIn();
  const { asked } = serve({
    'GET /member': memberWith(),
    'POST /member/plans/add': { member: memberWith(), redirect: '' },
  });
  expect(click(find('a'))).toBe(false);
  click(find('a'));
  click(find('a'), 2);
  await expect.poll(() => find('a').getAttribute('aria-busy')).toBe('false');
  expect(asked.filter(({ call }) => call.endsWith('/add'))).toHaveLength(1);
  expect(page.cart.read('plan')).toEqual([]);
});

test('the page’s own form service does not hear of a form with a password', async () => {
  arrive('<form data-ms-form="login"><input data-ms-member="password" value="x"></form><form id="own"></form>');
  listen('submit');
  const { asked } = serve({
    'POST /auth/login': { member: memberWith(), redirect: null, tokens: { accessToken: 't' } },
  });
  expect(submit(find('form'))).toBe(false);
  submit(find('form'));
  await expect.poll(() => find('form').getAttribute('aria-busy')).toBe('false');
  expect(heard).toEqual([]);
  expect(asked).toHaveLength(1);
  submit(find('#own'));
  expect(heard).toEqual(['submit']);
});

test('what somebody types is theirs until it has been sent', async () => {
  arrive('<form data-ms-form="profile"><input data-ms-member="first-name"></form>');
  stayLoggedIn();
  const member = memberWith();
  serve({ 'POST /member': member });
  find('input').dispatchEvent(new Event('input', { bubbles: true }));
  expect(find('input').hasAttribute('data-ms-touched')).toBe(true);
  submit(find('form'));
  await expect.poll(() => find('input').hasAttribute('data-ms-touched')).toBe(false);
});

test('what somebody types during the sending is theirs until it has been sent, too', async () => {
  arrive('<form data-ms-form="profile"><input data-ms-member="first-name"><input data-ms-member="last-name"></form>');
  stayLoggedIn();
  const [first, last] = all(document, 'input');
  const type = (field?: Element) => field?.dispatchEvent(new Event('input', { bubbles: true }));
  const answers = {
    'POST /member'() {
      type(last);
      return memberWith();
    },
  };
  serve(answers);
  type(first);
  type(last);
  submit(find('form'));
  await expect.poll(() => first?.hasAttribute('data-ms-touched')).toBe(false);
  expect(last?.hasAttribute('data-ms-touched')).toBe(true);
  serve({ 'POST /member': memberWith() });
  await expect.poll(() => find('form').getAttribute('aria-busy')).toBe('false');
  submit(find('form'));
  await expect.poll(() => last?.hasAttribute('data-ms-touched')).toBe(false);
});

test('a sending that fails is told, and what was typed stays', async () => {
  arrive('<form data-ms-form="profile"><input data-ms-member="first-name" data-ms-touched></form>');
  stayLoggedIn();
  serve({});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  submit(find('form'));
  await expect.poll(() => find('form').getAttribute('aria-busy')).toBe('false');
  expect(find('input').hasAttribute('data-ms-touched')).toBe(true);
  expect(find('intake-messages').shadowRoot!.textContent).toContain('The service cannot be reached.');
});
