import { expect, test, type DemoSite } from './demo-site.ts';

/** A script tag that does not say which site its page belongs to. */

const script = `${process.env.INTAKE_URL!}/widget/v1/intake.js`;

/** @returns what the console is told of errors */
async function opensWith({ page }: DemoSite, tag: string): Promise<string[]> {
  const errors: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  await page.route('**/under-construction', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Under construction</title><link rel="icon" href="data:,">${tag}</head>
<body><main><h1>Under construction</h1><p data-ms-content="members">For members</p><p data-ms-content="!members">For visitors</p></main></body></html>`,
    }),
  );
  await page.goto('/under-construction');
  return errors;
}

for (const [attributes, lacks] of [
  ['', 'data-ms-app, data-ms-public-key'],
  ['data-ms-app="app_demo"', 'data-ms-public-key'],
  ['data-ms-app="app_demo" data-ms-public-key=""', 'data-ms-public-key'],
  ['data-memberstack-app="app_demo"', 'data-ms-public-key'],
  ['data-ms-public-key="pk_sb_demo"', 'data-ms-app'],
] as const)
  test(`a tag with ${attributes || 'nothing'} says once what it lacks, and what is gated stays shut`, async ({
    site,
  }) => {
    const errors = await opensWith(site, `<script src="${script}" ${attributes}></script>`);
    expect(errors).toEqual([`Intake: the script tag has no ${lacks}`]);
    await site.sees('Under construction');
    await site.misses('For members');
    await site.misses('For visitors');
  });

test('a page that is gated as a whole stays out of sight', async ({ site }) => {
  await opensWith(site, `<script src="${script}" data-ms-gated></script>`);
  await site.misses('Under construction');
});

test('a whole tag beside it does its work', async ({ site }) => {
  const whole = 'data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"';
  const errors = await opensWith(site, `<script src="${script}"></script><script src="${script}" ${whole}></script>`);
  await site.sees('For visitors');
  await site.misses('For members');
  expect(errors).toEqual(['Intake: the script tag has no data-ms-app, data-ms-public-key']);
});
