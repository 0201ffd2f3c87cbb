import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test, type DemoSite } from './demo-site.ts';

/** A script tag that does not join its page to a site. */

const service = process.env.INTAKE_URL!;
const script = `${service}/widget/v1/intake.js`;

/** Errors of the console, as they come. */
function keepsErrors({ page }: DemoSite): string[] {
  const errors: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  return errors;
}

/** Calls for the site's settings, as they are sent. */
function countsQuestions({ page }: DemoSite): string[] {
  const asked: string[] = [];
  page.on('request', (request) => request.url() === `${service}/app` && asked.push(request.url()));
  return asked;
}

/** @returns what the console is told of errors */
async function opensWith(site: DemoSite, tag: string): Promise<string[]> {
  const { page } = site;
  const errors = keepsErrors(site);
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

test.describe('a tag whose site the service does not know', () => {
  for (const [what, attributes, said] of [
    ['a wrong key', 'data-ms-app="app_demo" data-ms-public-key="pk_sb_mash"', '"app_demo" with the key "pk_sb_mash"'],
    ['a wrong id', 'data-ms-app="app_mash" data-ms-public-key="pk_sb_demo"', '"app_mash" with the key "pk_sb_demo"'],
  ] as const)
    test(`says so once, in the console and to the visitor, and asks once: ${what}`, async ({ site }) => {
      const asked = countsQuestions(site);
      await site.page.clock.install();
      const errors = await opensWith(site, `<script src="${script}" ${attributes} data-ms-gated></script>`);
      await expect(site.page.getByRole('alert')).toHaveText(
        'This page names no site that its membership service knows. What is for members stays closed.',
      );
      await site.page.clock.fastForward(60_000);
      const ours = errors.filter((each) => each.startsWith('Intake:'));
      expect(ours).toEqual([
        `Intake: ${service} knows no site ${said}. Compare data-ms-app and data-ms-public-key of the script tag with the file of the site. ${service}/docs/troubleshooting#app-not-found`,
      ]);
      expect(asked).toHaveLength(1);
      await site.misses('For members');
    });

  test('does not repeat a secret key', async ({ site }) => {
    const key = 'sk_sb_8c41f0e27d';
    const errors = await opensWith(
      site,
      `<script src="${script}" data-ms-app="app_demo" data-ms-public-key="${key}"></script>`,
    );
    await expect.poll(() => errors.join()).toContain('data-ms-public-key holds a secret key');
    expect(errors.join()).not.toContain(key);
  });
});

const whole = `<script src="${script}" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo" data-ms-gated></script>`;
const gatedPage = `<!doctype html><title>Away</title><link rel="icon" href="data:,">${whole}<p data-ms-content="members">For members</p>`;

test('a page whose origin is not declared is told so in the console', async ({ site }) => {
  const { page } = site;
  const errors = keepsErrors(site);
  await page.route('http://makers.example/', (route) => route.fulfill({ contentType: 'text/html', body: gatedPage }));
  await page.goto('http://makers.example/');
  await expect(page.getByRole('alert')).toContainText('does not answer');
  await expect
    .poll(() => errors.filter((each) => each.startsWith('Intake:')))
    .toEqual([
      `Intake: ${service} is there, but this page may not read its answers. Most likely http://makers.example is missing under origins in the file of the site "app_demo". ${service}/docs/troubleshooting#origin-not-allowed`,
    ]);
});

test('a page that is opened as a file is told to be opened through a web server', async ({ site }) => {
  const errors = keepsErrors(site);
  const file = test.info().outputPath('page.html');
  await writeFile(file, gatedPage);
  await site.page.goto(pathToFileURL(file).href);
  await expect.poll(() => errors.join()).toContain('Open it through a web server');
});

test('a service that is down is not blamed on the page', async ({ site }) => {
  const { page } = site;
  await page.route(`${service}/app`, (route) => route.abort());
  await page.route(
    (url) => url.href === script,
    (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()),
  );
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  const errors = await opensWith(site, whole);
  await asked;
  await expect(page.getByRole('alert')).toContainText('does not answer');
  expect(errors.filter((each) => each.startsWith('Intake:'))).toEqual([]);
});

test('a script address that the service does not have is a 404 in the console of the page', async ({ site }) => {
  const errors = await opensWith(site, whole.replace('intake.js', 'intake.min.js'));
  await expect.poll(() => errors).toEqual([expect.stringContaining('404 (Not Found)')]);
});
