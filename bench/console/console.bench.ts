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
const goals = { list: 150, search: 250, exported: 20_000, grownMegabytes: 100, dropped: 0.01 };
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
/** Lists and searches of orders, one for five members: a partner's staff look at one of nineteen of them. */
const orderLists: Record<string, string> = {
  'orders, newest first': '',
  'orders of a partner': 'partner=uc',
  'orders that are paid': 'state=paid',
  'orders of a day': 'created.from=2025-01-01&created.until=2025-01-01',
};
const orderSearches: Record<string, string> = {
  'orders by the beginning of a reference': 'search=INT-0A',
  'orders by a name that 3 of 100 have': `search=${frequentName.slice(0, 4)}`,
  'orders by first and last name': 'search=aroha%20smith',
  'orders by nobody’s name': 'search=zzyzx',
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

async function measureLists(prepared: Prepared, { members, seconds, say }: ConsoleOptions): Promise<Table> {
  const ask = (query: string, length = seconds, list = `sites/${siteId}/members`): Promise<Measured> =>
    measure({
      url: prepared.product.url,
      seconds: length,
      connections,
      shoot: () => ({
        method: 'GET',
        path: `/console/api/${list}?limit=100&${query}`,
        headers: { cookie: prepared.cookie },
      }),
    });
  const table: Table = {
    title: `Lists of ${members.toLocaleString('en')} members and ${(members / 5).toLocaleString('en')} orders at the server, 100 rows each, ${connections} connections, in ms`,
    columns: ['list', 'median', '95th percentile', 'goal', 'failed'],
    rows: [],
    verdicts: [],
  };
  const row = (name: string, goal: number | string, { p50Ms, p95Ms, failed }: Measured) =>
    table.rows.push([name, p50Ms.toFixed(0), p95Ms.toFixed(0), goal, failed]);
  for (const [kind, ofMembers, ofOrders] of [
    ['list', lists, orderLists],
    ['search', searches, orderSearches],
  ] as const) {
    const goal = goals[kind];
    const missed: string[] = [];
    for (const [name, query] of Object.entries({ ...ofMembers, ...ofOrders })) {
      say(`${kind}: ${name}`);
      const list = name in ofOrders ? 'orders' : undefined;
      await ask(query, 1, list);
      const measured = await ask(query, seconds, list);
      row(`${kind}: ${name}`, goal, measured);
      if (measured.p95Ms > goal || measured.failed > 0) missed.push(name);
    }
    table.verdicts.push(
      `95th percentile of each ${kind}, goal at most ${goal} ms: ${missed.length === 0 ? 'met' : `MISSED by ${missed.join(', ')}`}`,
    );
  }
  for (const [index, name] of controls) {
    say(`without ${index}`);
    row(`${name}, without the index ${index}`, '', await withoutIndex(prepared.pool, index, () => ask(lists[name]!)));
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
  const isMet = list.flick.dropped <= floor.flick.dropped + goals.dropped;
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
    verdicts: [
      `frames dropped in a flick, at most ${goals.dropped * 100} % more than of the floor: ${isMet ? 'met' : 'MISSED'}`,
    ],
  };
}
