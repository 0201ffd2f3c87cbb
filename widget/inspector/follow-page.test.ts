import { expect, test } from 'vitest';
import { arrive, find, siteWith } from '../testing/visit.ts';
import { followPage } from './follow-page.ts';

const site = siteWith({ plans: [{ id: 'pln_free', name: 'Friend', prices: [] }] as never });

/** Follows a page, and tells the problems of which ids there are once its changes have been heard. */
function follow(isGated = () => false) {
  const followed = followPage(
    { written: { takenOut: new Map(), templates: new Map() }, site, isGated },
    () => undefined,
  );
  return async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return followed.findings().flatMap(({ id, type }) => (type === 'found' ? [] : [id]));
  };
}

test('a plan button is told as soon as the pop-up around it opens, and no longer once it closes', async () => {
  arrive('<div id="popup" class="popup hidden"><b data-ms-plan:add="pln_free">Join</b></div>');
  const problems = follow();
  expect(await problems()).toEqual([]);
  find('#popup').className = 'popup open';
  expect(await problems()).toEqual(['plan-without-action']);
  find('#popup').style.display = 'none';
  expect(await problems()).toEqual([]);
});

test('each route of a page is compared with the content groups', async () => {
  arrive('<script data-ms-app="app_1" data-ms-public-key="pk_1"></script>', '/open');
  const problems = follow(() => location.pathname === '/club');
  const onOpenRoute = await problems();
  expect(onOpenRoute).not.toContain('gated-page-without-attribute');
  history.pushState(null, '', '/club');
  document.body.append('Welcome');
  expect(await problems()).toContain('gated-page-without-attribute');
  history.back();
  await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  expect(await problems()).toEqual(onOpenRoute);
});
