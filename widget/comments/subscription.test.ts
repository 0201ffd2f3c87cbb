import { expect, test, vi } from 'vitest';
import { arriveAsMember, find, memberWith } from '../testing/visit.ts';

test.each([
  ['an address that is proved', true, 'You will get an email about replies to your comments here.'],
  [
    'an address that is not',
    false,
    'You will get an email about replies to your comments here once your email address is confirmed.',
  ],
])('a member with %s hears when mails come', async (_, verified, sentence) => {
  // What is read out stands in a place of its own, once for a page.
  vi.resetModules();
  const { createSubscription } = await import('./subscription.ts');
  const { page } = arriveAsMember('<button id="bell">Tell me of answers</button>', {
    'GET /member': memberWith({ verified }),
    'POST /comments/channels/manage-subscription': { success: true },
  });
  await page.membership.getCurrentMember();
  await createSubscription(() => [find('#bell')], page).turn('tools');
  expect(find('#bell').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => find('intake-news').shadowRoot?.textContent).toBe(sentence);
});
