import type { Page } from '@playwright/test';
import { openBrowser, servePages } from '../widget/browser.ts';
import { siteId } from './seed.ts';

/** Frames of a scroll. */
export interface Frames {
  /** How many were drawn. */
  frames: number;
  /** Shares of all that came later than one and a half intervals of the screen. */
  dropped: number;
  p95Ms: number;
  longestMs: number;
  /** Tasks longer than 50 ms. */
  longTasks: number;
}

/** A list that was scrolled through, beside the floor in the same browser. */
export interface Scrolled {
  rows: number;
  list: Passes;
  /** The same height and as many rows in view, whose texts a few lines of script change: what the machine can draw. */
  floor: Passes;
}

/** Two ways through the rows. */
interface Passes {
  /** As fast as a flick goes, in the middle of them. */
  flick: Frames;
  /** All of them in the same time, as somebody drags the bar: each frame shows others. */
  drag: Frames;
}

const seconds = 15;
const rowPixels = 48;
const flickPixelsPerSecond = 10_000;

/** Scrolls through so many rows of the members, after they were read, and through as many of a bare page. */
export async function scrollThrough(
  { url, cookie, rows }: { url: string; cookie: string; rows: number },
  say: (step: string) => void,
): Promise<Scrolled> {
  const floor = await servePages({ '/': bare(rows) });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    const [name, value] = cookie.split('=') as [string, string];
    const own = url.replace('127.0.0.1', 'localhost');
    await context.addCookies([{ name, value, url: `${own}/console` }]);
    const page = await context.newPage();
    await page.goto(`${own}/console/sites/${siteId}/members`);
    await page.locator('tr[data-index]').first().waitFor();
    say(`reading ${rows} rows into the page`);
    const read = await readRows(page, rows);
    say('scrolling');
    const list = await bothWays(page, read);
    await page.goto(floor.origin);
    return { rows: read, list, floor: await bothWays(page, read) };
  } finally {
    await browser.close();
    floor.close();
  }
}

async function bothWays(page: Page, rows: number): Promise<Passes> {
  const pixels = rows * rowPixels;
  const from = Math.floor(pixels / 3);
  const to = Math.min(pixels, from + flickPixelsPerSecond * seconds);
  return {
    flick: await page.evaluate(scroll, { seconds, from, to }),
    drag: await page.evaluate(scroll, { seconds, from: 0, to: pixels }),
  };
}

/** Goes to the end until so many rows were read. @returns how many */
async function readRows(page: Page, rows: number): Promise<number> {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const wanted = rows * rowPixels;
  for (let last = 0, same = 0; same < 100;) {
    const now = await height();
    if (now >= wanted) return rows;
    same = now === last ? same + 1 : 0;
    last = now;
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(20);
  }
  return Math.floor((await height()) / rowPixels);
}

/** Runs in the page: at the same speed all the way. */
async function scroll(way: { seconds: number; from: number; to: number }): Promise<Frames> {
  window.scrollTo(0, way.from);
  await new Promise((resolve) => setTimeout(resolve, 500));
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ type: 'longtask' });
  const taken: number[] = [];
  const began = performance.now();
  await new Promise<void>((resolve) => {
    let before = began;
    const step = (now: number) => {
      if (now > before) taken.push(now - before);
      before = now;
      const part = (now - began) / (way.seconds * 1_000);
      if (part >= 1) return resolve();
      window.scrollTo(0, way.from + part * (way.to - way.from));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  observer.disconnect();
  const sorted = taken.toSorted((one, other) => one - other);
  const late = taken.filter((ms) => ms > 25).length;
  return {
    frames: taken.length,
    dropped: late / taken.length,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)]!,
    longestMs: sorted.at(-1)!,
    longTasks,
  };
}

const bare = (rows: number) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<style>body{margin:0;height:${rows * rowPixels}px;font:16px sans-serif}table{position:sticky;top:0;width:100%;border-collapse:collapse}td{height:47px;border-bottom:1px solid #ccc}</style></head>
<body><table><tbody></tbody></table><script>
const body = document.querySelector('tbody');
const cells = Array.from({ length: 44 }, () => { const row = body.insertRow(); return Array.from({ length: 7 }, () => row.insertCell()); });
addEventListener('scroll', () => { const first = Math.floor(scrollY / ${rowPixels});
  cells.forEach((row, at) => row.forEach((cell, place) => { cell.textContent = 'Row ' + (first + at) + ', column ' + place; })); });
</script></body></html>`;
