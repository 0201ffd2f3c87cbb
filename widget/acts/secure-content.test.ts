import { afterEach, expect, test, vi } from 'vitest';
import {
  arriveAsMember,
  connection,
  find,
  logOutElsewhere,
  memberWith,
  refusal,
  serve,
  stayLoggedIn,
} from '../testing/visit.ts';
import { watchPage } from '../page/watch.ts';
import { fillSecure } from './secure-content.ts';

const place = '<div data-ms-secure-html="lesson">Log in to read.</div>';
const link = '<a data-ms-secure-link="lesson" href="/join">Film</a>';

function come(body: string, reply: Parameters<typeof serve>[0][string]) {
  const { asked, page } = arriveAsMember(body, { 'POST /secure-content': reply, 'GET /member': memberWith() });
  return { asked, membership: page.membership };
}
const html = (content: string) => ({ content, type: 'HTML' });
afterEach(() => void vi.useRealTimers());

test('content is asked for with a session alone', async () => {
  const { asked, membership } = come(place, html('<b>hidden</b>'));
  logOutElsewhere();
  fillSecure(document, membership);
  expect(asked).toEqual([]);
  stayLoggedIn();
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  expect(asked).toEqual([{ call: 'POST /secure-content', body: { contentId: 'lesson' } }]);
});

test('what a member has been shown goes with the log-out, and the author’s words come back', async () => {
  const { membership } = come(place, html('<b>hidden</b>'));
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  logOutElsewhere();
  fillSecure(document, membership);
  expect(find('div').innerHTML).toBe('Log in to read.');
});

test('content that was shown is asked for again once its member has another plan', async () => {
  const { asked, membership } = come(place, html('<b>hidden</b>'));
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  fillSecure(document, membership);
  expect(asked).toHaveLength(1);
  const answers = {
    'POST /secure-content': html('<i>more</i>'),
    'GET /member': memberWith({ planConnections: [connection('pln_a')] }),
  };
  serve(answers);
  await membership.getCurrentMember();
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<i>more</i>');
});

test('an answer that comes after the log-out is shown to nobody', async () => {
  let answer: (data: object) => void = () => undefined;
  const { asked, membership } = come(place, () => new Promise((resolve) => (answer = resolve)));
  fillSecure(document, membership);
  await expect.poll(() => asked.length).toBe(1);
  logOutElsewhere();
  fillSecure(document, membership);
  answer(html('<b>hidden</b>'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(find('div').innerHTML).toBe('Log in to read.');
});

test('content that is refused leaves the author’s words, and is asked for again with other plans', async () => {
  const { asked, membership } = come(place, refusal('access-denied'));
  fillSecure(document, membership);
  await expect.poll(() => asked.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(find('div').innerHTML).toBe('Log in to read.');
  serve({
    'POST /secure-content': html('<b>hidden</b>'),
    'GET /member': memberWith({ planConnections: [connection('pln_a')] }),
  });
  await membership.getCurrentMember();
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  expect(asked).toHaveLength(1);
});

test('markup is shown, scripts in it do not run; other text is text', async () => {
  document.title = 'quiet';
  const { membership } = come(place, html('<b>Lesson</b><script>document.title = "a script ran"</script>'));
  fillSecure(document, membership);
  await expect.poll(() => [...find('div').children].map(({ tagName }) => tagName)).toEqual(['B', 'SCRIPT']);
  expect(document.title).toBe('quiet');
  const text = come(place, { content: '<b>5 < 6</b>', type: 'TEXT' });
  fillSecure(document, text.membership);
  await expect.poll(() => find('div').textContent).toBe('<b>5 < 6</b>');
});

test.each([
  ['https://files.example/film', 'LINK', 'https://files.example/film'],
  ['https://files.example/film', 'HTML', '/join'],
  ['javascript:alert(1)', 'LINK', '/join'],
  ['data:text/html,x', 'FILE', '/join'],
])('a link leads to an address of the web, and to nothing that runs: %s as %s', async (content, type, href) => {
  const { asked, membership } = come(link, { content, type });
  fillSecure(document, membership);
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => find('a').getAttribute('href')).toBe(href);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(find('a').getAttribute('href')).toBe(href);
});

test('an element that a framework uses for other content shows that, and no late answer about the first', async () => {
  const answers = Promise.withResolvers<object>();
  const { membership } = come(place + link, async (sent: unknown) => {
    const { contentId } = sent as { contentId: string };
    if (contentId === 'lesson') return answers.promise;
    return contentId === 'film-2' ? { content: 'https://files.example/2', type: 'LINK' } : html('<b>second</b>');
  });
  const draw = () => fillSecure(document, membership);
  watchPage({ onElements: draw, onRoute: draw });
  draw();
  find('div').setAttribute('data-ms-secure-html', 'lesson-2');
  find('a').setAttribute('data-ms-secure-link', 'film-2');
  await expect.poll(() => find('div').innerHTML).toBe('<b>second</b>');
  await expect.poll(() => find('a').getAttribute('href')).toBe('https://files.example/2');
  answers.resolve(html('<b>first</b>'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(find('div').innerHTML).toBe('<b>second</b>');
});

test('content that a member may not have leaves the author’s words and address, also after other content', async () => {
  const { membership } = come(place + link, (sent: unknown) => {
    const { contentId } = sent as { contentId: string };
    return contentId === 'lesson' ? { content: 'https://files.example/1', type: 'LINK' } : refusal('access-denied');
  });
  fillSecure(document, membership);
  await expect.poll(() => find('a').getAttribute('href')).toBe('https://files.example/1');
  find('div').setAttribute('data-ms-secure-html', 'lesson-2');
  find('a').setAttribute('data-ms-secure-link', 'lesson-2');
  find('a').setAttribute('href', '/join/2');
  fillSecure(document, membership);
  expect([find('div').innerHTML, find('a').getAttribute('href')]).toEqual(['Log in to read.', '/join/2']);
});

test('content is asked for again after an outage, later each time, and at once when the browser is online', async () => {
  vi.useFakeTimers();
  const answers = [
    refusal('service-unavailable'),
    () => Promise.reject(new TypeError('lost')),
    refusal('unknown-error'),
  ];
  const { asked, membership } = come(place, () => {
    const next = answers.shift() ?? html('<b>hidden</b>');
    return typeof next === 'function' ? next() : next;
  });
  const askedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    fillSecure(document, membership);
    return asked.length;
  };
  fillSecure(document, membership);
  expect([await askedAfter(3_999), await askedAfter(1)]).toEqual([1, 2]);
  expect([await askedAfter(7_999), await askedAfter(1)]).toEqual([2, 3]);
  dispatchEvent(new Event('online'));
  expect(await askedAfter(0)).toBe(4);
  expect(find('div').innerHTML).toBe('<b>hidden</b>');
});

test('what is refused, or has left the page, is not asked for again by itself', async () => {
  vi.useFakeTimers();
  const answers = [refusal('access-denied'), refusal('service-unavailable')];
  const { asked, membership } = come(place, () => answers.shift()!);
  fillSecure(document, membership);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(1);
  fillSecure(document, membership);
  find('div').remove();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(2);
});

test('content goes with the log-out also where two answers about it came', async () => {
  const first = Promise.withResolvers<object>();
  const replies = [first.promise, html('<b>hidden</b>')];
  const { membership } = come(place, () => replies.shift());
  fillSecure(document, membership);
  logOutElsewhere();
  fillSecure(document, membership);
  stayLoggedIn();
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  first.resolve(html('<b>hidden</b>'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  logOutElsewhere();
  fillSecure(document, membership);
  expect(find('div').innerHTML).toBe('Log in to read.');
});

test('the author’s address comes back at the log-out also where two answers named a file, each by an address of its own', async () => {
  const file = (ticket: string) => ({ content: `https://members.example/file?ticket=${ticket}`, type: 'FILE' });
  const first = Promise.withResolvers<object>();
  const replies = [first.promise, file('b')];
  const { membership } = come(link, () => replies.shift());
  fillSecure(document, membership);
  logOutElsewhere();
  fillSecure(document, membership);
  stayLoggedIn();
  fillSecure(document, membership);
  await expect.poll(() => find('a').getAttribute('href')).toContain('ticket=b');
  first.resolve(file('a'));
  await expect.poll(() => find('a').getAttribute('href')).toContain('ticket=a');
  logOutElsewhere();
  fillSecure(document, membership);
  expect(find('a').getAttribute('href')).toBe('/join');
});

/** As a carousel does that runs in a loop, with everything that is in the element then. */
function copy(selector: string): HTMLElement {
  const copied = find(selector).cloneNode(true) as HTMLElement;
  document.body.append(copied);
  return copied;
}
const answerBoth = (sent: unknown) =>
  (sent as { contentId: string }).contentId === 'lesson'
    ? html('<b>hidden</b>')
    : { content: 'https://files.example/film', type: 'LINK' };

test('a copy that a script makes of what a member is shown is empty after the log-out', async () => {
  const { asked, membership } = come(`${place}<a data-ms-secure-link="film" href="/join">Film</a>`, answerBoth);
  fillSecure(document, membership);
  await expect.poll(() => find('a').getAttribute('href')).toBe('https://files.example/film');
  const copies = [copy('div'), copy('a')];
  fillSecure(document, membership);
  expect([copies[0]!.innerHTML, asked.length]).toEqual(['<b>hidden</b>', 2]);
  logOutElsewhere();
  fillSecure(document, membership);
  expect(copies.map(({ outerHTML }) => outerHTML)).toEqual([
    '<div data-ms-secure-html="lesson"></div>',
    '<a data-ms-secure-link="film">Film</a>',
  ]);
});

test('a copy that a script makes before the answer is filled as well, and has the author’s words after the log-out', async () => {
  const { membership } = come(place, html('<b>hidden</b>'));
  fillSecure(document, membership);
  const copied = copy('div');
  fillSecure(document, membership);
  await expect.poll(() => copied.innerHTML).toBe('<b>hidden</b>');
  logOutElsewhere();
  fillSecure(document, membership);
  expect([find('div').innerHTML, copied.innerHTML]).toEqual(['Log in to read.', 'Log in to read.']);
});

/** As Turbo, Livewire and idiomorph refresh a page: the element stays, with the attributes and the words of the answer. */
function morph(element: HTMLElement, words: string): void {
  element.removeAttribute('data-ms-secure-filled');
  if (element instanceof HTMLAnchorElement) element.setAttribute('href', words);
  else element.innerHTML = words;
}

test('content comes back after a refresh that morphs the page, and with the log-out the words of that page', async () => {
  const { asked, membership } = come(`${place}<a data-ms-secure-link="film" href="/join">Film</a>`, answerBoth);
  const draw = () => fillSecure(document, membership);
  watchPage({ onElements: draw, onRoute: draw });
  draw();
  const seen = () => [find('div').innerHTML, find('a').getAttribute('href')];
  await expect.poll(seen).toEqual(['<b>hidden</b>', 'https://files.example/film']);
  morph(find('div'), 'Log in to read more.');
  morph(find('a'), '/join/now');
  await expect.poll(seen).toEqual(['<b>hidden</b>', 'https://files.example/film']);
  expect(asked).toHaveLength(4);
  logOutElsewhere();
  draw();
  expect(seen()).toEqual(['Log in to read more.', '/join/now']);
});

test('after a log-out, a refresh that morphs the page leaves its words as they are', async () => {
  const { membership } = come(place, html('<b>hidden</b>'));
  fillSecure(document, membership);
  await expect.poll(() => find('div').innerHTML).toBe('<b>hidden</b>');
  morph(find('div'), 'Log in to read more.');
  logOutElsewhere();
  fillSecure(document, membership);
  expect(find('div').innerHTML).toBe('Log in to read more.');
});
