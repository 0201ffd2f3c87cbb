import type { Browser, Page } from '@playwright/test';
import { median } from '../membership/load.ts';
import type { Table } from '../table.ts';
import { openBrowser, servePages } from './browser.ts';
import { attributeCount, buildLargePage, elementCount } from './large-page.ts';

/** Costs of the Inspector on a page in test mode: its first scan, a change, and scrolling with X-ray on. */

/** Milliseconds. */
const goals = { first: 50, change: 2, longTask: 50 };
const changed = 10;
const changesPerRound = 15;

interface Taken {
  first: number[];
  firstFloor: number[];
  change: number[];
  changeFloor: number[];
  scroll: number[];
  scrollFloor: number[];
}

/**
 * @param productUrl of a running product
 * @param rounds interleaved repetitions; the median counts
 */
export async function measureInspector(productUrl: string, rounds: number): Promise<Table[]> {
  const script = `<script src="${productUrl}/widget/v1/intake.js" crossorigin data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>`;
  const pages = await servePages({ '/page': buildLargePage(script) });
  const browser = await openBrowser();
  const taken: Taken = { first: [], firstFloor: [], change: [], changeFloor: [], scroll: [], scrollFloor: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      await visit(browser, `${pages.origin}/page`, false, (page) => measureLooks(page, taken));
      taken.scrollFloor.push(await visit(browser, `${pages.origin}/page`, false, longestTaskOfScroll));
      taken.scroll.push(await visit(browser, `${pages.origin}/page`, true, longestTaskOfScroll));
    }
  } finally {
    await browser.close();
    pages.close();
  }
  const measured: [string, number, number, number][] = [
    ['first look at the page', median(taken.first), median(taken.firstFloor), goals.first],
    [`a change of ${changed} elements`, median(taken.change), median(taken.changeFloor), goals.change],
    [
      'longest task while it scrolls, X-ray on',
      Math.max(...taken.scroll),
      Math.max(...taken.scrollFloor),
      goals.longTask,
    ],
  ];
  return [
    {
      title: `The Inspector on a page of ${elementCount} elements with ${attributeCount} attributes (median of ${rounds} rounds, in turns; of tasks the longest)
Floor: every element found and its attributes' names read; of a change the same for what changed; a scroll without X-ray.
Tasks below 50 ms are none to a browser, and are 0 here.`,
      columns: ['', 'ms', 'floor ms', 'goal ms'],
      rows: measured.map(([name, ms, floor, goal]) => [name, ms.toFixed(2), floor.toFixed(2), goal]),
      verdicts: measured.map(([name, ms, , goal]) => `${name}: ${ms <= goal ? 'met' : 'MISSED'}`),
    },
  ];
}

interface Window {
  spent: { name: string; duration: number }[];
  tasks: number[];
}

/** Opens the page and waits for the Inspector's first scan. */
async function visit<Result>(
  browser: Browser,
  url: string,
  isXRayOn: boolean,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((xRay) => {
    localStorage.setItem('MSXRayMode', String(xRay));
    const own = window as unknown as Window;
    own.spent = [];
    own.tasks = [];
    const keep = (into: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(into));
    keep(({ name, duration }) => own.spent.push({ name, duration })).observe({ type: 'measure' });
    keep(({ duration }) => own.tasks.push(duration)).observe({ type: 'longtask' });
  }, isXRayOn);
  await page.goto(url);
  await page.waitForFunction(() => (window as unknown as Window).spent.some(({ name }) => name.endsWith(':tell')));
  // Delayed findings have been reported too.
  await page.waitForTimeout(2_000);
  try {
    return await look(page);
  } finally {
    await context.close();
  }
}

async function measureLooks(page: Page, taken: Taken): Promise<void> {
  const seen = await page.evaluate(inspectAndChange, [changed, changesPerRound] as const);
  taken.first.push(seen.first);
  taken.firstFloor.push(seen.firstFloor);
  taken.change.push(...seen.changes);
  taken.changeFloor.push(...seen.floors);
}

/** Runs in the page. */
async function inspectAndChange([count, times]: readonly [number, number]) {
  const own = window as unknown as Window;
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 60));
  /** Milliseconds of scanning and reporting since the last call. */
  const spend = () => own.spent.splice(0).reduce((sum, { duration }) => sum + duration, 0);
  const clock = (work: () => void) => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const readNames = (elements: Iterable<Element>) => {
    for (const element of elements) element.getAttributeNames();
  };
  const [look, tell] = own.spent.splice(0);
  const first = look!.duration + tell!.duration;
  const firstFloor = clock(() => readNames(document.querySelectorAll('*')));
  const changes: number[] = [];
  const floors: number[] = [];
  const links = [...document.querySelectorAll('a[href]')];
  for (let at = 0; at < times; at++) {
    // Half of them are changed, half are new.
    const old = links.slice(at * count, at * count + count / 2);
    const fresh = old.map((link, index) => {
      const button = document.createElement('button');
      button.setAttribute('data-ms-plan:add', index % 2 ? 'pln_demo_free' : 'free');
      link.setAttribute('data-ms-modal', index % 2 ? 'login' : '');
      link.after(button);
      return button;
    });
    await settle();
    changes.push(spend());
    floors.push(clock(() => readNames([...old, ...fresh])));
  }
  return { first, firstFloor, changes, floors };
}

/** Scrolls through the whole page, a step per frame. @returns the longest task in milliseconds, or 0 */
async function longestTaskOfScroll(page: Page): Promise<number> {
  await page.mouse.move(300, 300);
  return page.evaluate(async () => {
    const own = window as unknown as Window;
    own.tasks.length = 0;
    const root = document.documentElement;
    while (root.scrollTop + innerHeight < root.scrollHeight - 1) {
      root.scrollTop += innerHeight / 2;
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return Math.max(0, ...own.tasks);
  });
}
