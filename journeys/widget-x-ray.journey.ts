import type { Locator } from '@playwright/test';
import { expect, test as base, type DemoSite } from './demo-site.ts';

/** X-ray of the Inspector: outlines over a page with mistakes in it, and the way to what they say. */

const script = `<script src="${process.env.INTAKE_URL}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>`;
const hostile = `<img src=x onerror=window.pwned=1>`;
/** Right, doubtful and wrong, each once more in a layer of its own; beside a scroller, something hidden and markup that means harm. */
const faulty = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faults</title><link rel="icon" href="data:,">
<style>body { margin: 20px; font: 16px/1.5 sans-serif } p { margin: 44px 0 } #scroller { height: 120px; overflow: auto } #tall { height: 2000px } .high { position: relative; z-index: 7 }</style>${script}</head><body>
<p id="before">Before</p>
<p><a id="found" href="/join" data-ms-plan:add="pln_demo_free">Join</a>
<a id="high-found" class="high" href="/join" data-ms-plan:update="pln_demo_free">Join</a></p>
<p><button id="warning" data-ms-plan:add="pln_demo_free">Leads nowhere</button></p>
<p><button id="high-warning" class="high" data-ms-plan:add="pln_demo_free">Leads nowhere</button></p>
<p><b id="error" data-ms-member="">nobody</b></p>
<p><b id="high-error" class="high" data-ms-member="">nobody</b></p>
<p><button id="harm" data-ms-plan:add="${hostile.replaceAll('<', '&lt;')}">Harm</button></p>
<p id="hidden" style="display: none" data-ms-member="">hidden</p>
<p id="gone" data-ms-content="members">gone</p>
<div id="scroller"><p>One</p><p id="inner" data-ms-member="">Two</p><p>Three</p><p>Four</p></div>
<div id="tall"></div></body></html>`;

const test = base.extend<{ xRay: XRay }>({
  xRay: async ({ site }, use) => {
    await site.page.route('**/faulty', (route) => route.fulfill({ contentType: 'text/html', body: faulty }));
    await use(new XRay(site));
  },
});

class XRay {
  readonly site: DemoSite;
  readonly outlines: Locator;
  readonly labels: Locator;

  constructor(site: DemoSite) {
    this.site = site;
    this.outlines = site.page.locator('[data-x-ray]');
    this.labels = site.page.locator('[role=tooltip]').filter({ visible: true });
  }

  /** Opens the page with X-ray on or off, as remembered from the last visit. */
  async opens(isOn: boolean): Promise<void> {
    const { page } = this.site;
    await page.addInitScript((on) => localStorage.setItem('MSXRayMode', String(on)), isOn);
    await this.site.opens('/faulty');
    await expect(page.locator('[data-cy=inspector-button]')).toBeVisible();
  }

  /** What lies exactly over an element of the page: its kind and its layer. */
  over = (id: string): Promise<string[]> =>
    this.site.page.evaluate((each) => {
      const sides = (element: Element) => JSON.stringify(element.getBoundingClientRect());
      const place = sides(document.getElementById(each)!);
      const { shadowRoot } = document.querySelector('intake-inspector') ?? {};
      return [...(shadowRoot?.querySelectorAll<HTMLElement>('[data-x-ray]') ?? [])]
        .filter((outline) => sides(outline) === place)
        .map((outline) => `${outline.dataset['xRay']} ${getComputedStyle(outline).zIndex}`);
    }, id);

  isOver = (id: string, outline: string) => expect.poll(() => this.over(id), id).toEqual([outline]);
}

test('outlines lie over their elements, in the layers and the colours of their kinds', async ({ xRay }) => {
  await xRay.opens(true);
  await xRay.isOver('found', 'found 51');
  await xRay.isOver('warning', 'warning 52');
  await xRay.isOver('error', 'error 53');
  await xRay.isOver('high-found', 'found 8');
  await xRay.isOver('high-warning', 'warning 9');
  await xRay.isOver('high-error', 'error 10');
  const colours = { found: 'rgb(21, 128, 61)', warning: 'rgb(250, 204, 21)', error: 'rgb(220, 38, 38)' };
  for (const [kind, colour] of Object.entries(colours)) {
    const outline = xRay.outlines.and(xRay.site.page.locator(`[data-x-ray=${kind}]`)).first();
    await expect(outline).toHaveCSS('outline-color', colour);
  }
  // Hidden and taken out: nothing to outline.
  await expect.poll(() => xRay.over('hidden')).toEqual([]);
});

test('outlines follow scrolling, a scroller in the page, the window and what becomes of the page', async ({ xRay }) => {
  const { page } = xRay.site;
  await xRay.opens(true);
  await xRay.isOver('error', 'error 53');
  await page.evaluate(() => scrollTo(0, 60));
  await xRay.isOver('error', 'error 53');
  await page.evaluate(() => document.getElementById('scroller')!.scrollTo(0, 40));
  await xRay.isOver('inner', 'error 53');
  await page.setViewportSize({ width: 420, height: 600 });
  await xRay.isOver('high-error', 'error 10');
  await page.evaluate(() => (document.getElementById('before')!.style.height = '77.5px'));
  await xRay.isOver('error', 'error 53');
  await page.evaluate(() => {
    const motion = { translate: ['0', '30px 5px'] };
    document.getElementById('warning')!.animate(motion, { duration: 300, fill: 'forwards' });
  });
  await expect(page.locator('#warning')).toHaveCSS('translate', '30px 5px');
  await xRay.isOver('warning', 'warning 52');
  await page.evaluate(() => (document.getElementById('hidden')!.style.display = 'block'));
  await xRay.isOver('hidden', 'error 53');
  const count = await xRay.outlines.count();
  await page.evaluate(() => document.getElementById('hidden')!.remove());
  await expect(xRay.outlines).toHaveCount(count - 1);
});

test('labels say what is wrong, and what is right when somebody points at it', async ({ xRay }) => {
  const { page } = xRay.site;
  await xRay.opens(true);
  await expect(xRay.labels.filter({ hasText: 'data-ms-member has no value.' }).first()).toBeVisible();
  await expect(xRay.labels.filter({ hasText: 'A visitor who presses this gets no further' }).first()).toBeVisible();
  const right = xRay.labels.filter({ hasText: 'data-ms-plan:add="pln_demo_free"' });
  await expect(right).toHaveCount(0);
  await page.locator('#found').hover();
  await expect(right).toHaveText('data-ms-plan:add="pln_demo_free"');
  await expect(right).toBeVisible();
  // Text in a value stays text.
  await expect(xRay.labels.filter({ hasText: hostile })).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('a press with Alt leads to the finding in the sidebar; the page hears nothing', async ({ xRay }) => {
  const { page } = xRay.site;
  await xRay.opens(true);
  await page.evaluate(() => document.addEventListener('click', () => (document.title = 'heard'), true));
  const sidebar = page.locator('[data-cy=inspector-sidebar]');
  const unfolded = (id: string) => sidebar.locator(`[data-finding="${id}"] [aria-expanded=true]`);
  await page.locator('#found').click({ modifiers: ['Alt'] });
  await expect(unfolded('data-ms-plan:add')).toBeFocused();
  await expect(page).toHaveTitle('Faults');
  await expect(page).toHaveURL(/faulty$/);
});

test('labels cover no problem, take no press from the page, and the opened one leaves with the sidebar', async ({
  xRay,
}) => {
  const { page } = xRay.site;
  await xRay.opens(true);
  const boxes = (selector: string) =>
    page.evaluate((each) => {
      const { shadowRoot } = document.querySelector('intake-inspector')!;
      const seen = [...shadowRoot!.querySelectorAll(each)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      return seen.map((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    }, selector);
  await expect(xRay.labels.first()).toBeVisible();
  const labels = await boxes('.x-ray-label.shown');
  const problems = await boxes('[data-x-ray=error],[data-x-ray=warning]');
  const lies = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  expect(labels.length).toBeGreaterThan(2);
  expect(labels.filter((label) => problems.some((problem) => lies(label, problem)))).toEqual([]);
  const [first] = labels;
  const hit = await page.evaluate(({ left, top }) => document.elementFromPoint(left + 4, top + 4)!.localName, first!);
  expect(hit).not.toBe('intake-inspector');

  await page.locator('#warning').click({ modifiers: ['Alt'] });
  const hint = page.locator('.x-ray-hint').filter({ visible: true });
  await page.mouse.move(5, 700);
  await expect(hint).toHaveCount(1);
  await page.locator('[data-cy=inspector-button]').click();
  await expect(hint).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('#found').hover();
  await expect(xRay.labels.filter({ hasText: 'data-ms-plan:add="pln_demo_free"' })).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('X-ray moves nothing in the page, goes as it came, and is remembered', async ({ xRay }) => {
  const { page } = xRay.site;
  const layout = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const places = [...document.body.querySelectorAll('*')].map((element) => element.getBoundingClientRect());
      return JSON.stringify({ scrollWidth, scrollHeight, places });
    });
  await xRay.site.opens('/faulty');
  await page.locator('[data-cy=inspector-button]').click();
  await expect(xRay.outlines).toHaveCount(0);
  const before = await layout();
  const xRaySwitch = page.locator('[data-cy=x-ray-switch]');
  await xRaySwitch.click();
  await xRay.isOver('error', 'error 53');
  await expect.poll(layout).toBe(before);
  await expect.poll(() => xRay.site.keeps('MSXRayMode')).toBe('true');
  await page.reload();
  await xRay.isOver('error', 'error 53');
  await page.locator('[data-cy=inspector-button]').click();
  await xRaySwitch.click();
  await expect(xRay.outlines).toHaveCount(0);
  await expect.poll(() => xRay.site.keeps('MSXRayMode')).toBe('false');
});
