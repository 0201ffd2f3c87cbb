import type { Locator, Page } from '@playwright/test';
import type { DemoSite } from './demo-site.ts';

/** Helpers for pages with the Inspector. */

/** The product's origin. */
export const service = process.env.INTAKE_URL!;
const install = (more = '') =>
  `<script src="${service}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo" ${more}></script>`;
const documentOf = (body: string, more = '') => `<!doctype html><html lang="en"><head><title>Under construction</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${install(more)}</head>
<body><main><h1>Under construction</h1>${body}</main></body></html>`;

/** A page of the site's own. */
export async function builds(site: DemoSite, path: string, body: string, more = ''): Promise<void> {
  await site.page.route(`**${path}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: documentOf(body, more) }),
  );
}

/** The body of a page with a few mistakes. */
export const faults = `
<p><button id="suffix" data-ms-plan="pln_demo_free">Join</button></p>
<p><button id="price" data-ms-plan:add="prc_demo_maker_monthly" data-ms-modal="signup">Buy</button></p>
<p data-ms-content="members">Only for members</p>
<p><a id="free" href="#thanks" data-ms-plan:add="pln_demo_free">Be a friend</a>
<a id="paid" href="#thanks" data-ms-price:add="prc_demo_maker_monthly">Be a maker</a></p>
<p style="margin-top:2000px"><button id="nowhere" data-ms-price:add="prc_demo_maker_yearly">Nowhere</button></p>
<ul>${'<li data-ms-member="first-name">Name</li>'.repeat(30)}</ul>`;

/** Locators of the Inspector's parts. */
export function inspectorOf(page: Page) {
  const sidebar = page.locator('[data-cy=inspector-sidebar]');
  return {
    badge: page.locator('[data-cy=inspector-button]'),
    news: page.locator('intake-inspector .inspector > [aria-live]'),
    dot: page.locator('[data-cy=inspector-errors]'),
    sidebar,
    tab: (name: string) => sidebar.getByRole('tab', { name, exact: true }),
    panel: sidebar.getByRole('tabpanel'),
    finding: (id: string): Locator => sidebar.locator(`[data-finding="${id}"]`),
    ofType: (type: string): Locator => sidebar.locator(`[data-type="${type}"]`),
    count: (name: string): Locator => sidebar.locator(`[data-count="${name}"] dd`),
  };
}

/** The parts of the site's settings that tests change. */
export type Data = Record<'plans' | 'customFields', object[]>;

/** Intercepts the site's settings and changes them. */
export async function saysOfSite({ page, request }: DemoSite, change: (data: Data) => object): Promise<void> {
  await page.route(`${service}/app`, async (route) => {
    const answer = await request.get(`${service}/app`, { headers: { 'x-api-key': 'pk_sb_demo' } });
    const { data } = (await answer.json()) as { data: Data };
    await route.fulfill({
      json: { data: { ...data, ...change(data) } },
      headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
    });
  });
}

/** What scripts of a page call. */
export interface Client {
  updateMember(change: object): Promise<unknown>;
  updateMemberJSON(change: object): Promise<unknown>;
  logout(): Promise<unknown>;
}

/** A titled region of the panel. */
export const part = (panel: Locator, title: string) => panel.getByRole('region', { name: title, exact: true });
/** The value beside a name. */
export const fact = (panel: Locator, name: string) =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd');
