import { expect, test } from './demo-site.ts';
import { builds } from './inspector.ts';

/** Elements that look different for members, in browsers, which cannot take a shorthand with a variable apart. */

test('a bound style is taken back at a log-out, and what the page has animated meanwhile stays', async ({ site }) => {
  const bound = (id: string) =>
    `<p id="${id}" style="--a: rgb(1, 1, 1); --b: rgb(2, 2, 2); background: var(--a); opacity: 0.5" data-ms-content="members" data-ms-bind:style="background: var(--b)">${id}</p>`;
  await builds(site, '/bound', `${bound('still')}${bound('animated')}<button data-ms-action="logout">Log out</button>`);
  await site.signsUp();
  await site.opens('/bound');
  const still = site.page.locator('#still');
  const animated = site.page.locator('#animated');
  for (const each of [still, animated]) await expect(each).toHaveCSS('background-color', 'rgb(2, 2, 2)');
  await animated.evaluate((element) => (element.style.opacity = '1'));
  await site.logsOut();
  await expect(still).toHaveCSS('background-color', 'rgb(1, 1, 1)');
  await expect(still).toHaveCSS('opacity', '0.5');
  await expect(animated).not.toHaveCSS('background-color', 'rgb(2, 2, 2)');
  await expect(animated).toHaveCSS('opacity', '1');
});
