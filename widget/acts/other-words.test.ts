import { expect, onTestFinished, test, vi } from 'vitest';
import { askService } from '../captcha/services.ts';
import { all } from '../page/dom.ts';
import type { Who } from '../page/who.ts';
import { arrive, arriveAsMember, find, memberWith, openPage, refusal, serve, siteWith } from '../testing/visit.ts';
import { afterDialog, press } from './buttons.ts';
import { sendForm } from './forms.ts';

/** Words of the original page library beside those for comments. */

const whoIs = (app = siteWith()): Who => ({ app, member: memberWith(), whole: memberWith() });
const isHidden = (selector: string) => find(selector).dataset['msHidden'] === '';

test('"delete-member" deletes the account by a second press', async () => {
  const { asked, page } = arriveAsMember('<button data-ms-action="delete-member">Go</button>', {
    'DELETE /member': { id: 'mem_1' },
  });
  expect(await press(find('button'), page, false)).toContain('Press once more');
  expect(asked).toEqual([]);
  await press(find('button'), page, false);
  expect(asked.map(({ call }) => call)).toEqual(['DELETE /member']);
});

test('"test-card" opens the test cards, and says nothing while they lead to the card page', async () => {
  const { page } = arriveAsMember('<button data-ms-modal="test-card">Cards</button>', {});
  await press(find('button'), page, false);
  expect(page.opened.map(({ type }) => type)).toEqual(['test-card']);
  await page.load('acts');
  page.opened[0]!.end({ type: 'CHECKOUT' });
  // A part that is loaded answers soon.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.told).toEqual([]);
});

test('a dialog that ends with something else than it should is told in a sentence for people', async () => {
  const { page } = arriveAsMember('', {});
  await afterDialog({ type: 'LOGIN' }, page);
  expect(page.told).toEqual([['Something went wrong. Please try again.', 'error']]);
});

test('"return-to-checkout" goes on to what was chosen or left, coupon and all, and is seen only then', async () => {
  // As on a page that has just come: nothing was left on it.
  vi.resetModules();
  const [{ press: pressAnew }, { look: lookAnew }, { leavePrice }] = await Promise.all([
    import('./buttons.ts'),
    import('./look.ts'),
    import('./checkout.ts'),
  ]);
  const button = '<button data-ms-action="return-to-checkout">Go on</button>';
  const checkout = 'POST /member/plans/create-checkout-session';
  const { asked, wentTo, page } = arriveAsMember(button, {
    'GET /app': siteWith(),
    [checkout]: { url: 'https://cards.example/1' },
  });
  lookAnew([document], page, whoIs());
  expect(isHidden('button')).toBe(true);
  await expect(pressAnew(find('button'), page, false)).rejects.toMatchObject({
    message: 'There is no payment to go back to.',
  });
  page.cart.keep('price', ['prc_1']);
  await pressAnew(find('button'), page, false);
  expect(asked.at(-1)!.body).toMatchObject({ priceId: 'prc_1' });
  expect(page.cart.read('price')).toEqual([]);
  leavePrice({ priceId: 'prc_2', couponId: 'SUMMER' });
  await pressAnew(find('button'), page, false);
  expect(asked.at(-1)!.body).toMatchObject({ priceId: 'prc_2', couponId: 'SUMMER' });
  expect(wentTo).toEqual(['https://cards.example/1', 'https://cards.example/1']);
});

test.each([
  ['data-ms-form="login"', '', 'false'],
  ['data-ms-form="login" data-ms-social-auth-allow-signup', '', 'true'],
  ['data-ms-form="login" data-ms-social-auth-allow-signup="false"', '', 'false'],
  ['data-ms-form="login"', 'data-ms-social-auth-allow-signup="true"', 'true'],
])('a provider in a form with %s and a button with %s makes an account: %s', async (onForm, onButton, allowed) => {
  arrive(`<form ${onForm}><button ${onButton} data-ms-auth-provider="google"></button></form>`);
  const opened: string[] = [];
  vi.stubGlobal('open', (address: string | URL) => void opened.push(String(address)));
  onTestFinished(() => void vi.unstubAllGlobals());
  await press(find('button'), openPage(), true).catch(() => undefined);
  expect(opened.map((each) => new URL(each).searchParams.get('allowSignup'))).toEqual([allowed]);
});

test.each([
  ['data-ms-auth-allow-login', 'You are logged in.'],
  ['', 'This email address cannot be used.'],
])('a sign-up form with "%s" tells who has an account: %s', async (attribute, told) => {
  arrive(`<form data-ms-form="signup" ${attribute}>
    <input data-ms-member="email" value="ada@example.org"><input data-ms-member="password" value="secret"></form>`);
  const login = { tokens: { accessToken: 'token' }, member: memberWith(), redirect: null };
  const { asked } = serve({
    'GET /app': siteWith(),
    'POST /auth/signup': refusal('email-already-in-use', 'This email address cannot be used.'),
    'POST /auth/login': login,
    'GET /member': memberWith(),
  });
  const outcome = await sendForm(find('form'), openPage()).catch(({ message }: Error) => message);
  expect(outcome).toBe(told);
  expect(asked.some(({ call }) => call === 'POST /auth/login')).toBe(attribute !== '');
});

test.each(['data-ms-hcaptcha', 'data-ms-signup:hcaptcha'])('a puzzle is put where %s is', async (attribute) => {
  arrive(`<form><p ${attribute}="dark"></p></form>`);
  const themes: unknown[] = [];
  Object.assign(window, {
    hcaptcha: {
      render(_: Element, { callback, theme }: { callback: (token: string) => void; theme: string }) {
        themes.push(theme, all(find('p'), 'div').length);
        callback('token');
      },
      execute() {},
    },
  });
  expect(await askService('hcaptcha', 'key')).toBe('token');
  expect(themes).toEqual(['dark', 1]);
});
