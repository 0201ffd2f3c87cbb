import { expect, test } from 'vitest';
import { arrive, find, memberWith, siteWith } from '../testing/visit.ts';
import { show, valueOf } from './show.ts';
import { watchPage } from './watch.ts';
import type { Who } from './who.ts';

const app = siteWith({ allowMemberSelfDelete: true });
const visitor: Who = { member: null, whole: null, app };
const as = (...given: Parameters<typeof memberWith>): Who => {
  const whole = memberWith(...given);
  return { member: whole, whole, app };
};
const isHidden = (action: string) => find(`[data-ms-action="${action}"]`).hasAttribute('data-ms-hidden');

test('a member’s values stand where the page asks for them, as text, and the author’s words come back', () => {
  arrive('<b data-ms-member="first-name">friend</b><i data-ms-member="email">you</i>');
  show(document, as({ customFields: { 'first-name': '<img src=x>' } }));
  expect(find('b').textContent).toBe('<img src=x>');
  expect(find('b').childElementCount).toBe(0);
  expect(find('i').textContent).toBe('ada@example.org');
  show(document, visitor);
  expect(document.body.textContent).toBe('friendyou');
});

test('a copy that a script makes of what shows a value has the author’s words after the log-out', () => {
  const picture = 'https://site.example/nobody.png';
  arrive(`<b data-ms-member="first-name">friend</b><img src="${picture}" data-ms-member="profile-image">`);
  show(document, as({ profileImage: 'https://members.example/1.png', customFields: { 'first-name': 'Ada' } }));
  const copies = [find('b'), find<HTMLImageElement>('img')].map((each) => each.cloneNode(true) as HTMLElement);
  document.body.append(...copies);
  show(document, as({ profileImage: 'https://members.example/2.png', customFields: { 'first-name': 'Ben' } }));
  show(document, visitor);
  expect([copies[0]!.textContent, (copies[1] as HTMLImageElement).src]).toEqual(['friend', picture]);
});

test('a value comes back after a refresh that morphs the page, and with the log-out the words of that page', async () => {
  arrive('<b data-ms-member="first-name">friend</b>');
  const member = as({ customFields: { 'first-name': 'Ada' } });
  watchPage({ onElements: (roots) => roots.forEach((root) => show(root, member)), onRoute: () => undefined });
  show(document, member);
  // As Turbo, Livewire and idiomorph do: the element and its text node stay.
  const { firstChild } = find('b');
  find('b').removeAttribute('data-ms-written');
  firstChild!.nodeValue = 'student';
  await expect.poll(() => find('b').textContent).toBe('Ada');
  show(document, visitor);
  expect(find('b').textContent).toBe('student');
});

test('of who is only remembered, custom fields alone are shown', () => {
  arrive('<b data-ms-member="first-name">friend</b><i data-ms-member="email">you</i>');
  show(document, { member: memberWith({ customFields: { 'first-name': 'Ada' } }), whole: undefined, app: undefined });
  expect(document.body.textContent).toBe('Adayou');
});

test('a name that every object has is no value of a member', () => {
  for (const key of ['constructor', '__proto__', 'toString', 'planConnections'])
    expect(valueOf(memberWith(), key)).toBeUndefined();
});

test('no value becomes script or style, and fields are left to forms', () => {
  arrive(
    '<script type="text/plain" data-ms-member="id"></script><style data-ms-member="id"></style><input data-ms-member="id">',
  );
  show(document, as());
  expect(find('script').textContent + find('style').textContent).toBe('');
  expect(find<HTMLInputElement>('input').value).toBe('');
});

test('a picture is the member’s, or the author’s where there is none', () => {
  arrive(`<img src="https://site.example/nobody.png" data-ms-member="profile-image">`);
  show(document, as({ profileImage: 'https://members.example/1.png' }));
  expect(find<HTMLImageElement>('img').src).toBe('https://members.example/1.png');
  show(document, as());
  expect(find<HTMLImageElement>('img').src).toBe('https://site.example/nobody.png');
});

test('a picture takes the place of those for several sizes, which come back after the log-out', () => {
  const sizes = 'https://site.example/nobody-500.png 500w, https://site.example/nobody-800.png 800w';
  arrive(`<img src="https://site.example/nobody.png" srcset="${sizes}" sizes="100vw" data-ms-member="profile-image">`);
  const image = find<HTMLImageElement>('img');
  for (const picture of ['https://members.example/1.png', 'https://members.example/2.png']) {
    show(document, as({ profileImage: picture }));
    expect(image.srcset).toBe(picture);
  }
  show(document, visitor);
  expect(image.srcset).toBe(sizes);
});

test('buttons are hidden from visitors, and from members to whom they are of no use', () => {
  const actions = ['logout', 'customer-portal', 'resend-verification-email', 'delete-account', 'delete-member'];
  arrive(actions.map((action) => `<button data-ms-action="${action}"></button>`).join(''));
  const hidden = () => actions.filter(isHidden);
  show(document, visitor);
  expect(hidden()).toEqual(actions);
  show(document, as());
  expect(hidden()).toEqual(['customer-portal', 'resend-verification-email']);
  show(document, as({ verified: false, stripeCustomerId: 'cus_1' }));
  expect(hidden()).toEqual([]);
});

test.each(['delete-account', 'delete-member'])(
  '%s is offered where the site allows it, not before that is known',
  (action) => {
    arrive(`<button data-ms-action="${action}"></button>`);
    show(document, as());
    expect(isHidden(action)).toBe(false);
    for (const each of [undefined, siteWith()]) {
      show(document, { ...as(), app: each });
      expect(isHidden(action)).toBe(true);
    }
    show(document, { ...as(), whole: undefined });
    expect(isHidden(action)).toBe(true);
  },
);
