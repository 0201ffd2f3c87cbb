import type { Browser, CDPSession, Page } from '@playwright/test';
import { median } from '../membership/load.ts';
import type { Table } from '../table.ts';
import { openBrowser, servePages } from './browser.ts';

/**
 * Costs of the widget on a customer's page: at load, and until a dialog accepts input. The Inspector is off, as on live
 * sites. Its file is fetched all the same, since the demonstration site is in test mode.
 */

/** An old phone on a slow connection: CPU slow-down factor, latency in milliseconds, throughput in bytes per second. */
const slow = { processor: 4, network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 } };
/** Milliseconds. */
const goals = { warm: 100, cold: 500, longTask: 50 };

/**
 * @param productUrl of a running product
 * @param rounds interleaved repetitions; the median counts
 */
export async function measureDialogs(productUrl: string, rounds: number): Promise<Table[]> {
  const pages = await servePages(buildPages(productUrl));
  const browser = await openBrowser();
  const taken: Record<'warm' | 'cold' | 'with' | 'without', number[]> = { warm: [], cold: [], with: [], without: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      taken.without.push(await longestTask(browser, `${pages.origin}/without`));
      taken.with.push(await longestTask(browser, `${pages.origin}/with`));
      taken.warm.push(await openWarm(browser, `${pages.origin}/with`));
      taken.cold.push(await openCold(browser, `${pages.origin}/with`));
    }
  } finally {
    await browser.close();
    pages.close();
  }
  const measured: [string, number, number][] = [
    ['log-in opens, its code here: until a field has the focus', median(taken.warm), goals.warm],
    ['log-in opens on a slow connection, nothing fetched before', median(taken.cold), goals.cold],
    [
      'longest task at load beside the page without the widget, processor not slowed',
      median(taken.with) - median(taken.without),
      goals.longTask,
    ],
  ];
  return [
    {
      title: `The widget on a page without its Inspector, on a processor slowed ${slow.processor} times (median of ${rounds} rounds, in turns)`,
      columns: ['', 'ms', 'goal ms'],
      rows: measured.map(([name, ms, goal]) => [name, ms.toFixed(0), goal]),
      verdicts: measured.map(([name, ms, goal]) => `${name}: ${ms <= goal ? 'met' : 'MISSED'}`),
    },
  ];
}

/** A typical page with the widget and without. */
function buildPages(productUrl: string): Record<string, string> {
  const script = `<script src="${productUrl}/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo" data-ms-inspector="off"></script>`;
  const parts = Array.from(
    { length: 200 },
    (_, at) =>
      `<section><div><h2>Part ${at}</h2><p data-ms-content="${at % 2 ? '!' : ''}members">Words</p></div></section>`,
  );
  const html = (head: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>${head}</head><body><a id="open" href="#x" data-ms-modal="login">Log in</a>${parts.join('')}</body></html>`;
  return { '/with': html(script), '/without': html('') };
}

async function visit<Result>(
  browser: Browser,
  processor: number,
  look: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
  try {
    return await look(page, devtools);
  } finally {
    await context.close();
  }
}

const longestTask = (browser: Browser, url: string): Promise<number> =>
  visit(browser, 1, async (page) => {
    await page.addInitScript(() => {
      const seen = ((window as unknown as { tasks: number[] }).tasks = []) as number[];
      new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      });
    });
    await page.goto(url);
    await page.waitForTimeout(1_500);
    return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
  });

const openWarm = (browser: Browser, url: string): Promise<number> =>
  visit(browser, slow.processor, async (page) => {
    await page.goto(url);
    await page.evaluate(() =>
      (window as unknown as { Intake: { preloadModals(): Promise<void> } }).Intake.preloadModals(),
    );
    // Idle time before the press, as of a real visitor.
    await page.waitForTimeout(500);
    return page.evaluate(timeToField);
  });

const openCold = (browser: Browser, url: string): Promise<number> =>
  visit(browser, slow.processor, async (page, devtools) => {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow.network });
    await page.goto(url);
    await page.waitForTimeout(2_500);
    return page.evaluate(timeToField);
  });

/** Runs in the page: clicks, and waits until a field of the dialog has the focus and has been painted. */
function timeToField(): Promise<number> {
  const began = performance.now();
  document.getElementById('open')!.click();
  return new Promise((resolve) => {
    const look = () => {
      const field = document.querySelector('intake-modal')?.shadowRoot?.activeElement;
      const isThere = field instanceof HTMLInputElement;
      requestAnimationFrame(isThere ? () => resolve(performance.now() - began) : look);
    };
    look();
  });
}
