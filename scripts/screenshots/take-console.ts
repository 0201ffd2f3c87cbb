import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ConsoleVisit } from '../../journeys/console-visit.ts';
import { consoleVisits, goTo } from '../../journeys/console-visits.ts';
import { accounts, Console, expect, signIn } from '../../journeys/console.ts';
import { untilStill } from '../../journeys/accessibility.ts';
import { randomAddress } from '../../journeys/portal.ts';
import config from '../../playwright.config.ts';

/** Visits whose pictures docs/console.md shows. */
export const docsPictures: readonly string[] = [
  'home',
  'members',
  'member-fields',
  'site-branding',
  'site-difference',
  'palette-member',
  'audit',
  'cohorts',
  'order',
  'request',
  'report-funnel',
  'webinar',
];

/** CSS pixels of the pictures of the documentation: a small laptop. */
const docsSize = { width: 1280, height: 800 };
/** WebP quality at which text stays sharp. */
const quality = 50;
const widths = [1440, 360];
const heightOf = (width: number) => (width < 768 ? 740 : 900);

interface Wish {
  browser: Browser;
  url: string;
  out: string;
  /** Only visits with this in their name. */
  screen: string;
  /** Viewport widths in CSS pixels; undefined for the standard ones. */
  widths: readonly number[] | undefined;
}

type State = Awaited<ReturnType<typeof signIn>>;

/** Takes every state of the console in light and dark. @returns what failed, a sentence each */
export async function takeConsole(wish: Wish): Promise<string[]> {
  const folder = path.join(wish.out, 'console');
  await mkdir(folder, { recursive: true });
  const chosen = Object.entries(consoleVisits).filter(([name]) => name.includes(wish.screen));
  return takeAll(wish, chosen, async (page, name, { isFold, only }) => {
    const all = wish.widths ?? widths;
    for (const width of only ? all.filter((each) => each === only) : all.toSorted((a, b) => b - a))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: heightOf(width) });
        await page.emulateMedia({ colorScheme });
        await untilStill(page);
        // What sticks to the top would lie in the middle of a picture of the whole page.
        if (!isFold) await page.evaluate(() => scrollTo(0, 0));
        const file = path.join(folder, `${name}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: !isFold, animations: 'disabled' });
      }
  });
}

/** Takes the pictures of docs/console.md. @returns what failed, a sentence each */
export async function takeDocsPictures(wish: Wish): Promise<string[]> {
  await mkdir(wish.out, { recursive: true });
  const chosen = docsPictures
    .filter((name) => name.includes(wish.screen))
    .map((name) => [name, consoleVisits[name]!] as const);
  return takeAll(wish, chosen, async (page, name) => {
    await page.setViewportSize(docsSize);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.mouse.move(0, 0);
    await untilStill(page);
    const taken = await page.screenshot({ animations: 'disabled' });
    await writeFile(path.join(wish.out, `${name}.webp`), await sharp(taken).webp({ quality, effort: 6 }).toBuffer());
  });
}

/** The students of the demonstration are made by jobs, for some minutes after the start. */
async function untilStudentsAreMade(browser: Browser, storageState: State): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env['INTAKE_URL']!, storageState });
  const countJobs = async () => {
    const answer = await context.request.get('/console/api/jobs?kind=make-demonstration-students');
    return ((await answer.json()) as { count: { rows: number } }).count.rows;
  };
  await expect.poll(countJobs, { intervals: [2_000], timeout: 20 * 60_000 }).toBe(0);
  await context.close();
}

type Take = (page: Page, name: string, visit: ConsoleVisit) => Promise<void>;

async function takeAll(
  { browser, url }: Wish,
  visits: readonly (readonly [string, ConsoleVisit])[],
  take: Take,
): Promise<string[]> {
  process.env['INTAKE_URL'] = url;
  const states = new Map<string, State>();
  const faults: string[] = [];
  states.set('owner', await signIn(browser, accounts.owner));
  await untilStudentsAreMade(browser, states.get('owner')!);
  for (const [name, visit] of visits) {
    const { as = 'owner', only } = visit;
    if (as !== 'stranger' && !states.has(as)) states.set(as, await signIn(browser, accounts[as]));
    const width = only ?? widths[0]!;
    const context = await browser.newContext({
      baseURL: url,
      locale: config.use!.locale!,
      timezoneId: config.use!.timezoneId!,
      storageState: states.get(as),
      reducedMotion: 'reduce',
      // A header would go to the preview's frame as well, which has no origin, and be refused there (CORS).
      ...(as === 'stranger' && { extraHTTPHeaders: { 'x-forwarded-for': randomAddress() } }),
      viewport: { width, height: heightOf(width) },
    });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await goTo(new Console(page), visit);
      await take(page, name, visit);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await context.close();
    }
  }
  return faults;
}
