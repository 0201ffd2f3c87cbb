import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import startProduct from '../journeys/start-product.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildPages } from './lib/build.mjs';
import { npm } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder } from './lib/project.mjs';

const help = `npm run lighthouse

Measures three pages of the built product five times each, as Lighthouse sees them on a phone, and compares the medians
with the goals: log in as a visitor, a course and enrol as a member who is pre-approved. Ends with 1 when one is missed.
Lighthouse is fetched into .cache the first time (about 180 MB); it is no dependency. Run it on a machine that does
nothing else: it slows the page down four times, and whatever runs beside it as well.

  --runs N   how often each page is measured (default 5)`;

const lighthouseVersion = '13.5.0';
const folder = path.join(cacheFolder, 'lighthouse');
const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof goals;
const categories = Object.keys(goals) as Category[];

const visits = [
  { path: '/uts/login', asMember: false },
  { path: '/uts/courses/cyber-security', asMember: true },
  { path: '/uts/enrol', asMember: true },
];

/** The little of Lighthouse and its browser driver that is used here. */
interface Tab {
  goto(url: string, options?: { waitUntil: 'networkidle0' }): Promise<unknown>;
  evaluate<T>(act: (calls: Call[]) => Promise<T>, calls: Call[]): Promise<T>;
  createCDPSession(): Promise<{ send(command: string): Promise<unknown> }>;
  close(): Promise<void>;
}
interface Browser {
  newPage(): Promise<Tab>;
  close(): Promise<void>;
}
interface Report {
  lhr: { categories: Record<Category, { score: number }>; audits: Record<string, { numericValue?: number }> };
}
type Lighthouse = (url: string, flags: object, config: undefined, tab: Tab) => Promise<Report>;
type Call = [path: string, body: object];

async function main(): Promise<number> {
  const { help: wantsHelp, runs: given } = readOptions('npm run lighthouse', { runs: { type: 'string' } });
  if (wantsHelp) {
    console.log(help);
    return 0;
  }
  const runs = Number(given ?? 5);
  if (!Number.isInteger(runs) || runs < 1) throw new Problem('--runs takes a number from 1 on.');
  await buildPages();
  const { lighthouse, browser } = await openLighthouse();
  const stop = await startProduct();
  try {
    return await measureAll(lighthouse, browser, runs);
  } finally {
    await browser.close();
    await stop();
  }
}

async function measureAll(lighthouse: Lighthouse, browser: Browser, runs: number): Promise<number> {
  let isMissed = false;
  for (const { path: address, asMember } of visits) {
    const url = `${process.env.INTAKE_URL}${address}`;
    if (asMember) await arriveAsMember(browser, url);
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await measure(lighthouse, browser, url));
    const scores = categories.map((name) => ({
      name,
      score: medianOf(reports, ({ lhr }) => Math.round(lhr.categories[name].score * 100)),
    }));
    isMissed ||= scores.some(({ name, score }) => score < goals[name]);
    console.log(`\n${address}`);
    for (const { name, score } of scores)
      console.log(`  ${score >= goals[name] ? '✔' : '✘'} ${name} ${score} (goal ${goals[name]})`);
    console.log(`  ${timings(reports)}`);
  }
  return isMissed ? 1 : 0;
}

const timings = (reports: Report[]) =>
  Object.entries({ FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' })
    .map(([name, audit]) => {
      const ms = medianOf(reports, ({ lhr }) => lhr.audits[audit]?.numericValue ?? Number.NaN);
      return `${name} ${Math.round(ms)} ms`;
    })
    .join(', ');

/** A first visit each time: nothing is in the cache. Whoever is signed in stays so. */
async function measure(lighthouse: Lighthouse, browser: Browser, url: string): Promise<Report> {
  const tab = await browser.newPage();
  const session = await tab.createCDPSession();
  await session.send('Network.clearBrowserCache');
  const flags = { output: 'json', logLevel: 'error', onlyCategories: categories, disableStorageReset: true };
  const report = await lighthouse(url, flags, undefined, tab);
  await tab.close();
  return report;
}

/** By the calls the pages make; then the page is opened once, so that the browser knows its member. */
async function arriveAsMember(browser: Browser, url: string): Promise<void> {
  const person = {
    email: `ana-${randomBytes(6).toString('hex')}@example.org`,
    password: `Kowhai-${randomBytes(5).toString('hex')}`,
  };
  const names = { 'first-name': 'Ana', 'last-name': 'Silva' };
  const check = { firstName: 'Ana', lastName: 'Silva', phone: '+64 21 555 0100', educationLevel: 'level7' };
  const calls: Call[] = [
    ['/auth/signup', { ...person, customFields: names }],
    ['/enrolment/eligibility', { ...check, course: 'cyber' }],
  ];
  const tab = await browser.newPage();
  await tab.goto(`${new URL(url).origin}/uts/legal/terms`);
  const statuses = await tab.evaluate(sendAll, calls);
  if (statuses.some((status) => status !== 200))
    throw new Error(`Signing in was answered with ${statuses.join(', ')}.`);
  await tab.goto(url, { waitUntil: 'networkidle0' });
  await tab.close();
}

/** Runs in the page. */
async function sendAll(calls: Call[]): Promise<number[]> {
  const key = document.querySelector<HTMLMetaElement>('meta[name="intake-key"]')!.content;
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-session-transport': 'cookie' };
  const statuses: number[] = [];
  for (const [address, body] of calls) {
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    statuses.push(answer.status);
  }
  return statuses;
}

async function openLighthouse(): Promise<{ lighthouse: Lighthouse; browser: Browser }> {
  const executablePath = await findBrowser();
  if (!existsSync(path.join(folder, 'node_modules/lighthouse/package.json'))) await fetchLighthouse();
  const load = (file: string) => import(pathToFileURL(path.join(folder, 'node_modules', file)).href);
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Lighthouse };
  const { launch } = (await load('puppeteer-core/lib/puppeteer/puppeteer-core.js')) as {
    launch(options: object): Promise<Browser>;
  };
  return { lighthouse, browser: await launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] }) };
}

async function fetchLighthouse(): Promise<void> {
  const done = announce('Fetching Lighthouse (once, about 180 MB)…');
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await npm(['install', ...options, `lighthouse@${lighthouseVersion}`]);
  if (code !== 0) throw new Problem(`${output}\nLighthouse could not be fetched; npm's words are above.`);
  done('Lighthouse fetched');
}

function medianOf(reports: Report[], read: (report: Report) => number): number {
  const sorted = reports.map(read).toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

await runMain(main);
