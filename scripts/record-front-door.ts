/** `npm run record-front-door`: takes the screenshots of the front door and of README.md from the product itself. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { cards, Portal } from '../journeys/portal.ts';
import startProduct from '../journeys/start-product.ts';
import config from '../playwright.config.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildProduct } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder, root } from './lib/project.mjs';
import { preapproved } from './screenshots/people.ts';

const help = `npm run record-front-door [-- options]

Starts the built product on a port and a database of its own, enrols a student, logs a member in to the demonstration
site, opens the Inspector, and writes the pictures that the front door shows in turn. README.md shows some of them.
Look at them before you commit them.

  --out FOLDER    where to (default server/web/front-door/pictures)
  --help          this text`;

/** CSS pixels: wide enough for the portal's two columns. The front door shows them at about half their width. */
const size = { width: 1200, height: 750 };
/** WebP quality at which text stays sharp. */
const quality = 55;
/** Bytes of all pictures together, so that the page loads within a second on a phone. */
const mostBytes = 300_000;
const dataFolder = path.join(cacheFolder, 'record-front-door');

type Take = (name: string, page: Page) => Promise<void>;

async function main(): Promise<number> {
  const options = readOptions('npm run record-front-door', { out: { type: 'string' } });
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const out = path.resolve(String(options['out'] ?? path.join(root, 'server/web/front-door/pictures')));
  await mkdir(out, { recursive: true });
  await buildProduct();
  await record(async (name, page) => {
    const taken = await page.screenshot({ animations: 'disabled' });
    await writeFile(path.join(out, `${name}.webp`), await sharp(taken).webp({ quality, effort: 6 }).toBuffer());
  });
  const bytes = await Promise.all((await readdir(out)).map(async (file) => (await stat(path.join(out, file))).size));
  const total = bytes.reduce((sum, each) => sum + each, 0);
  console.log(`${out}: ${bytes.length} pictures, ${total} bytes`);
  if (total > mostBytes) throw new Problem(`The pictures are larger than ${mostBytes} bytes together.`);
  return 0;
}

async function record(take: Take): Promise<void> {
  const executablePath = await findBrowser();
  process.env['DATA_DIR'] = dataFolder;
  const stop = await startProduct();
  const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
  const done = announce('Walking through the portal and the demonstration site…');
  try {
    await enrol(await openPage(browser, process.env['INTAKE_URL']!), take);
    await visitSite(await openPage(browser, process.env['INTAKE_DEMO_URL']!), take);
    done('Pictures taken');
  } finally {
    await browser.close();
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const { locale, timezoneId } = config.use!;
  const context = await browser.newContext({ baseURL, locale: locale!, timezoneId: timezoneId!, viewport: size });
  return context.newPage();
}

/** A student who chooses a cohort and pays for it. */
async function enrol(page: Page, take: Take): Promise<void> {
  const portal = new Portal(page, page.context().request);
  await preapproved(portal);
  await portal.open('enrol');
  await portal.presses(/Change/);
  await portal.sees('Step 1 of 3');
  await take('portal-course', page);
  await portal.choosesCourse('Cyber Security');
  await take('portal-cohort', page);
  await portal.choosesCohort();
  await take('portal-payment', page);
  await portal.goesToPay('full');
  await portal.paysWith(cards.success);
  await portal.isAt('payment/success');
  await portal.sees("Payment confirmed. You're Enrolled!");
  await page.waitForLoadState('networkidle');
  await take('portal-enrolled', page);
}

/** A visitor of the demonstration site who becomes its member, and its builder, who opens the Inspector. */
async function visitSite(page: Page, take: Take): Promise<void> {
  await page.goto('/');
  const badge = page.locator('[data-cy=inspector-button]');
  await badge.waitFor();
  await take('widget-visitor', page);
  await page.getByRole('link', { name: 'Log in here' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email Address').fill('friend@intake.example');
  await dialog.getByLabel('Password', { exact: true }).fill('oak-bench-saturday');
  await take('widget-dialog', page);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('You are a friend of the workshop.').waitFor();
  await take('widget-member', page);
  await badge.click();
  await page.locator('[data-cy=inspector-sidebar]').waitFor();
  await page.waitForLoadState('networkidle');
  await take('inspector', page);
}

await runMain(main);
