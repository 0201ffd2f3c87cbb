import type { Ground } from '../ground.ts';
import { measure, type Measured } from '../membership/load.ts';
import { memoryOf } from '../membership/memory.ts';
import type { Table } from '../table.ts';
import { prepare, withoutIndex, type Prepared } from './prepared.ts';
import { scrollThrough } from './scrolling.ts';
import { frequentName, siteId } from './seed.ts';

/** Options of the console's benchmark. */
export interface ConsoleOptions {
  seconds: number;
  members: number;
  /** Told before each step. */
  say(step: string): void;
}

/** Milliseconds of a 95th percentile, and rows a second. */
const goals = { list: 150, search: 250, exported: 20_000, grownMegabytes: 100 };
/** One who looks and one who types. */
const connections = 2;
const scrolledRows = 100_000;

const lists: Record<string, string> = {
  'newest first': '',
  'by address': 'sort=email',
  'not proved': 'verified=no',
  'with a plan': 'plan=pln_enrolled',
  'with a plan that ended': 'plan=pln_enrolled&planState=CANCELED',
  'of a field with six values': 'field.stage=3',
  'of a field, one of 5,000': 'field.education-level=Doctorate',
  'of a partner': 'partner=uc',
  'of a day': 'created.from=2025-01-01&created.until=2025-01-01',
  'seen since': 'lastSeen.from=2026-11-20',
};
const searches: Record<string, string> = {
  'half a name, 3 of 100 members': `search=${frequentName.slice(0, 4)}`,
  'the same by address': `search=${frequentName.slice(0, 4)}&sort=email`,
  'two letters': 'search=an',
  'two other letters': 'search=ro',
  'first and last name': 'search=aroha%20smith',
  'a phone number': 'search=0215%2064',
  'the beginning of an id': 'search=mem_a1b',
  'a domain that a quarter has': 'search=post.example',
  nobody: 'search=zzyzx',
};
/** Lists and searches of the enrolment desk: one order for five members, of which one of seven is of the partner. */
const deskLists: Record<string, string> = {
  'orders, newest first': 'orders',
  'orders of a partner': 'orders?partner=uc',
  'orders that are paid': 'orders?state=paid',
  'orders of a day': 'orders?created.from=2025-01-01&created.until=2025-01-01',
  'orders of a cohort': 'orders?cohort=coh_bench_40',
  cohorts: 'cohorts',
  'cohorts of a partner that are open': 'cohorts?partner=uc&state=open',
  'a cohort': 'cohorts/coh_bench_40',
  'seats of a cohort': 'cohorts/coh_bench_40/seats',
  'requests that wait': 'requests',
  'requests of a partner that were answered': 'requests?partner=uc&status=resolved',
  'matters to look at': 'matters',
};
const deskSearches: Record<string, string> = {
  'orders by the beginning of a reference': 'orders?search=INT-0A',
  'orders by a name that 3 of 100 have': `orders?search=${frequentName.slice(0, 4)}`,
  'orders by first and last name': 'orders?search=aroha%20smith',
  'orders by a name that is not there': 'orders?search=zzyzx',
  'cohorts by a word': 'cohorts?search=full-time',
  'requests by a name': 'requests?search=asker%20400',
};
/** Figures of a quarter, for which the design sets no time. */
const figures: Record<string, string> = {
  'figures of Home': 'figures?days=90',
  'way to payment': 'reports/funnel?days=90',
  'money by week': 'reports/money?days=90',
  'seats sold': 'reports/seats',
  'sources of leads': 'reports/leads?days=90',
  'times to answer': 'reports/answers?days=90',
};
/** What is slow without its index: the negative control. */
const controls: [index: string, list: string][] = [
  ['member_created', 'newest first'],
  ['member_fields', 'of a field, one of 5,000'],
];

/** Measures lists, searches, an export and a scroll of the console. */
export async function measureConsole(ground: Ground, options: ConsoleOptions): Promise<Table[]> {
  const { members, say } = options;
  const prepared = await prepare(ground, { members, orders: members / 5 }, say);
  try {
    return [
      await measureLists(prepared, options),
      await measureExport(prepared, say),
      await measureScroll(prepared, Math.min(scrolledRows, Math.floor(members * 0.9)), say),
    ];
  } finally {
    await prepared.pool.end();
  }
}

/** A list of members, a page of 100 rows. */
const pathOf = (query: string) => `sites/${siteId}/members?limit=100&${query}`;
const toMembers = ([name, query]: [string, string]): [string, string] => [name, pathOf(query)];

async function measureLists(prepared: Prepared, { members, seconds, say }: ConsoleOptions): Promise<Table> {
  const ask = (path: string, length = seconds): Promise<Measured> =>
    measure({
      url: prepared.product.url,
      seconds: length,
      connections,
      shoot: () => ({ method: 'GET', path: `/console/api/${path}`, headers: { cookie: prepared.cookie } }),
    });
  const table: Table = {
    title: `Lists of ${members.toLocaleString('en')} members and ${(members / 5).toLocaleString('en')} orders at the server, ${connections} connections, in ms`,
    columns: ['list', 'median', '95th percentile', 'goal', 'failed'],
    rows: [],
    verdicts: [],
  };
  const row = (name: string, goal: number | string, { p50Ms, p95Ms, failed }: Measured) =>
    table.rows.push([name, p50Ms.toFixed(0), p95Ms.toFixed(0), goal, failed]);
  for (const [kind, ofMembers, ofDesk] of [
    ['list', lists, deskLists],
    ['search', searches, deskSearches],
  ] as const) {
    const goal = goals[kind];
    const missed: string[] = [];
    for (const [name, path] of [...Object.entries(ofMembers).map(toMembers), ...Object.entries(ofDesk)]) {
      say(`${kind}: ${name}`);
      await ask(path, 1);
      const measured = await ask(path);
      row(`${kind}: ${name}`, goal, measured);
      if (measured.p95Ms > goal || measured.failed > 0) missed.push(name);
    }
    table.verdicts.push(
      `95th percentile of each ${kind}, goal at most ${goal} ms: ${missed.length === 0 ? 'met' : `MISSED by ${missed.join(', ')}`}`,
    );
  }
  for (const [name, path] of Object.entries(figures)) {
    say(name);
    row(name, '', await ask(path));
  }
  for (const [index, name] of controls) {
    say(`without ${index}`);
    row(
      `${name}, without the index ${index}`,
      '',
      await withoutIndex(prepared.pool, index, () => ask(pathOf(lists[name]!))),
    );
  }
  return table;
}

async function measureExport({ product, cookie }: Prepared, say: (step: string) => void): Promise<Table> {
  say('export');
  const before = memoryOf(product.pid).megabytes;
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, memoryOf(product.pid).megabytes)), 100);
  const beganMs = performance.now();
  let rows = -1;
  let bytes = 0;
  try {
    const answer = await fetch(`${product.url}/console/api/sites/${siteId}/members.csv`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`the export answered ${answer.status}`);
    for await (const piece of answer.body!) {
      bytes += piece.length;
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows++;
    }
  } finally {
    clearInterval(looking);
  }
  const seconds = (performance.now() - beganMs) / 1_000;
  const perSecond = rows / seconds;
  const isMet = perSecond >= goals.exported && most - before <= goals.grownMegabytes;
  return {
    title: 'Export of all members over HTTP, all usual columns',
    columns: ['rows', 'MB', 'seconds', 'rows a second', 'memory before, MB', 'most'],
    rows: [[rows, Math.round(bytes / 1_000_000), seconds.toFixed(1), Math.round(perSecond), before, most]],
    verdicts: [
      `at least ${goals.exported} rows a second, at most ${goals.grownMegabytes} MB more memory: ${isMet ? 'met' : 'MISSED'}`,
    ],
  };
}

async function measureScroll({ product, cookie }: Prepared, rows: number, say: (step: string) => void): Promise<Table> {
  const scrolled = await scrollThrough({ url: product.url, cookie, rows }, say);
  const { list, floor } = scrolled;
  const isMet = list.flick.dropped <= floor.flick.dropped;
  return {
    title: `Scrolling through ${scrolled.rows.toLocaleString('en')} members that were read, beside a bare page: a flick of 10,000 pixels a second, and all of them in 15 s`,
    columns: ['', 'frames', 'dropped %', '95th percentile ms', 'longest ms', 'tasks over 50 ms'],
    rows: Object.entries({
      'the list, a flick': list.flick,
      'the floor, a flick': floor.flick,
      'the list, all': list.drag,
      'the floor, all': floor.drag,
    }).map(([name, each]) => [
      name,
      each.frames,
      (each.dropped * 100).toFixed(1),
      each.p95Ms.toFixed(1),
      each.longestMs.toFixed(1),
      each.longTasks,
    ]),
    verdicts: [`frames dropped in a flick, no more than of the floor: ${isMet ? 'met' : 'MISSED'}`],
  };
}
