import { randomUUID } from 'node:crypto';
import { expect, test } from './demo-site.ts';
import { builds, inspectorOf } from './inspector.ts';

/** The Inspector on a page with comments, whose templates leave the page as soon as comments can be shown. */

/** In a channel of its own. */
const buildTalk = () => `<div data-ms-channel="${randomUUID()}">
<form data-ms-form="comment"><textarea aria-label="Question"></textarea><button>Ask</button></form>
<article data-ms-post>
<b data-ms-post-creator="phone">Somebody</b><p data-ms-post="content">Words</p>
<div data-ms-thread="container"><div data-ms-thread="item"><p data-ms-post="content">Words</p></div></div>
</article>
<p data-ms-post="empty">Nobody has asked anything yet.</p></div>`;

test('mistakes in the template of a comment are told once, however many comments there are', async ({ site }) => {
  const { page } = site;
  await builds(site, '/inspected-talk', buildTalk());
  await site.signsUp();
  await site.opens('/inspected-talk');
  const { badge, finding } = inspectorOf(page);
  await badge.click();
  await expect(page.locator('article')).toHaveCount(0);
  await expect(finding('post-in-thread')).toHaveCount(1);
  await expect(finding('private-custom-field')).toHaveCount(1);
  for (const words of ['How sharp?', 'How long?']) {
    await page.getByLabel('Question').fill(words);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  }
  await expect(page.locator('article')).toHaveCount(2);
  await expect(finding('private-custom-field')).toHaveCount(1);
  await expect(finding('post-in-thread')).toHaveCount(1);
});
