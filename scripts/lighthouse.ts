import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import startProduct from '../journeys/start-product.ts';
import { findBrowser } from './lib/browser.mjs';
import { buildProduct } from './lib/build.mjs';
import { npm } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { announce } from './lib/progress.mjs';
import { cacheFolder } from './lib/project.mjs';

const help = `npm run lighthouse

Measures six pages of the built product five times each, as Lighthouse sees them on a phone with slow 4G and a processor
slowed down four times, and compares the medians with the goals: log in, a course and enrol of the portal, the last two
as a member who is pre-approved; the front door, the documentation's overview and the API reference. Ends with 1 when a
goal is missed. Lighthouse is fetched into .cache the first time (about 180 MB); it is no dependency. Run it on a machine
that does nothing else: what runs beside it is slowed down with the page.

  --runs N      how often each page is measured (default 5)
  --path PATH   measures this page alone, /docs say`;

const lighthouseVersion = '13.5.0';
const folder = path.join(cacheFolder, 'lighthouse');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

interface Visit {
  path: string;
  asMember: boolean;
  /** The least performance; all else is to be 100. */
  performance: number;
}
const ofPortal = { performance: 98 };
const ofOurOwn = { asMember: false, performance: 100 };
const visits: Visit[] = [
  { path: '/uts/login', asMember: false, ...ofPortal },
  { path: '/uts/courses/cyber-security', asMember: true, ...ofPortal },
  { path: '/uts/enrol', asMember: true, ...ofPortal },
  { path: '/', ...ofOurOwn },
  { path: '/docs', ...ofOurOwn },
  { path: '/docs/api', ...ofOurOwn },
];

/** The part of Lighthouse and its browser driver that is used here. */
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
  const options = { runs: { type: 'string' }, path: { type: 'string' } } as const;
  const { help: wantsHelp, runs: given, path: only } = readOptions('npm run lighthouse', options);
  if (wantsHelp) {
    console.log(help);
    return 0;
  }
  const runs = Number(given ?? 5);
  if (!Number.isInteger(runs) || runs < 1) throw new Problem('--runs takes a number from 1 on.');
  const wanted = visits.filter((visit) => only === undefined || visit.path === only);
  if (wanted.length === 0) throw new Problem(`--path takes one of ${visits.map((visit) => visit.path).join(', ')}.`);
  await buildProduct();
  const { lighthouse, browser } = await openLighthouse();
  const stop = await startProduct();
  try {
    let isMissed = false;
    for (const visit of wanted) isMissed = (await measureVisit(lighthouse, browser, visit, runs)) || isMissed;
    return isMissed ? 1 : 0;
  } finally {
    await browser.close();
    await stop();
  }
}

/** @returns whether a goal is missed */
async function measureVisit(
  lighthouse: Lighthouse,
  browser: Browser,
  { path: address, asMember, performance }: Visit,
  runs: number,
): Promise<boolean> {
  const url = `${process.env.INTAKE_URL}${address}`;
  if (asMember) await arriveAsMember(browser, url);
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await measure(lighthouse, browser, url));
  const scores = categories.map((name) => ({
    name,
    goal: name === 'performance' ? performance : 100,
    score: medianOf(reports, ({ lhr }) => Math.round(lhr.categories[name].score * 100)),
  }));
  console.log(`\n${address}`);
  for (const { name, score, goal } of scores)
    console.log(`  ${score >= goal ? '✔' : '✘'} ${name} ${score} (goal ${goal})`);
  console.log(`  ${timings(reports)}`);
  return scores.some(({ score, goal }) => score < goal);
}

const timings = (reports: Report[]) =>
  Object.entries({ FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' })
    .map(([name, audit]) => {
      const ms = medianOf(reports, ({ lhr }) => lhr.audits[audit]?.numericValue ?? Number.NaN);
      return `${name} ${Math.round(ms)} ms`;
    })
    .join(', ');

/** Measures with a cold cache; the session is kept. */
async function measure(lighthouse: Lighthouse, browser: Browser, url: string): Promise<Report> {
  const tab = await browser.newPage();
  const session = await tab.createCDPSession();
  await session.send('Network.clearBrowserCache');
  const flags = { output: 'json', logLevel: 'error', onlyCategories: categories, disableStorageReset: true };
  const report = await lighthouse(url, flags, undefined, tab);
  await tab.close();
  return report;
}

/** Signs a member in by the pages' own calls, then opens a page once, so that the browser stores its state. */
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
