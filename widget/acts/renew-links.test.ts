import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { arriveAsMember, find, memberWith, refusal } from '../testing/visit.ts';
import { fillSecure } from './secure-content.ts';

const address = (ticket: number) => `https://members.example/file?ticket=${ticket}`;
afterEach(() => void vi.useRealTimers());

/** A member comes to a page with a link to a file. Each address that the service names has a ticket of its own. */
async function come(type = 'FILE') {
  vi.useFakeTimers({ toFake: ['Date'] });
  const answer: { refused?: object } = {};
  let tickets = 0;
  const { asked, page } = arriveAsMember('<a data-ms-secure-link="sheet" href="/join">Sheet</a>', {
    'POST /secure-content': () => answer.refused ?? { content: address(++tickets), type },
  });
  fillSecure(document, page.membership);
  const href = () => find('a').getAttribute('href');
  await expect.poll(href).toBe(address(1));
  await import('./renew-links.ts');
  const ledTo: (string | null)[] = [];
  const follow = (event: Event) => {
    if (!event.defaultPrevented) ledTo.push(href());
    event.preventDefault();
  };
  document.addEventListener('click', follow);
  onTestFinished(() => document.removeEventListener('click', follow));
  return {
    asked,
    answer,
    href,
    ledTo,
    membership: page.membership,
    wait: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000),
    press: (init: MouseEventInit = {}) =>
      find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })),
  };
}

test('a link to a file leads to an address that works, however long ago it was drawn', async () => {
  const { asked, ledTo, wait, press } = await come();
  press();
  expect([ledTo, asked.length]).toEqual([[address(1)], 1]);
  wait(61);
  press();
  // A second press meanwhile leads nowhere by itself.
  press();
  await expect.poll(() => ledTo).toEqual([address(1), address(2)]);
  expect(asked).toHaveLength(2);
});

test.each(['pointerover', 'focusin'])('an old address is renewed once before the press, by %s', async (name) => {
  const { asked, href, ledTo, wait, press } = await come('IMAGE');
  const comeNear = () => find('a').dispatchEvent(new Event(name, { bubbles: true }));
  wait(30);
  comeNear();
  expect(asked).toHaveLength(1);
  wait(20);
  comeNear();
  comeNear();
  await expect.poll(href).toBe(address(2));
  press();
  expect([ledTo, asked.length]).toEqual([[address(2)], 2]);
});

test('a press keeps its keys when it waits for an address', async () => {
  const { ledTo, wait, press } = await come();
  const heard: boolean[] = [];
  find('a').addEventListener('click', ({ ctrlKey }) => heard.push(ctrlKey));
  wait(61);
  press({ ctrlKey: true });
  await expect.poll(() => ledTo).toEqual([address(2)]);
  expect(heard).toEqual([true]);
});

test('an address asked for under a token that a proof has replaced is renewed', async () => {
  const { ledTo, press } = await come();
  localStorage.setItem('_ms-mid', 'token-after-the-proof');
  press();
  await expect.poll(() => ledTo).toEqual([address(2)]);
});

test('a press says why a file is not open to the member any more, and leads nowhere', async () => {
  const { answer, ledTo, wait, press } = await come();
  wait(61);
  answer.refused = refusal('access-denied', 'This is for members with another plan.');
  press();
  const message = () => document.querySelector('intake-messages')?.shadowRoot?.textContent;
  await expect.poll(message).toContain('This is for members with another plan.');
  expect(ledTo).toEqual([]);
});

test('an address that does not end is not asked for again', async () => {
  const { asked, ledTo, wait, press } = await come('LINK');
  wait(3_600);
  press();
  expect([ledTo, asked.length]).toEqual([[address(1)], 1]);
});

test('a copy that a script makes of a link leads to an address of its own', async () => {
  const { ledTo, membership } = await come();
  const copied = find('a').cloneNode(true);
  document.body.append(copied);
  fillSecure(document, membership);
  find('a').remove();
  copied.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.poll(() => ledTo).toEqual([address(2)]);
});

test('the next member gets an address of their own, also where they have the same plans', async () => {
  const { href, membership, asked } = await come();
  fillSecure(document, membership);
  expect(asked).toHaveLength(1);
  vi.spyOn(membership, 'knownMember').mockReturnValue(memberWith({ id: 'mem_ben' }));
  fillSecure(document, membership);
  await expect.poll(href).toBe(address(2));
});
