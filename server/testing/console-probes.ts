import { splitName } from '../../contract/call.ts';
import { canaryOf } from './console-things.ts';
import { homeOf, type ConsoleWorld, type WalkedCall } from './console-world.ts';
import { asRole, codeOf, forgetLimits, isOpen, send, type Send } from './console-walk.ts';

/** What every answer of the console says to browsers and caches. */
const protecting: Readonly<Record<string, RegExp>> = {
  'cache-control': /(?:^|, )no-store$/,
  'content-security-policy': /^default-src 'none'.*frame-ancestors '(?:none|self)'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /./,
  'cross-origin-resource-policy': /^same-origin$/,
};

/**
 * Answers that a cache may keep, a page of another origin may frame or read, or a browser may take for something else; of
 * successes and of refusals.
 *
 * @returns what is wrong, a line each
 */
export async function findBareAnswers(
  world: ConsoleWorld,
  calls: readonly WalkedCall[],
  via?: Send,
): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls)
    for (const caller of [await asRole(world, 'owner'), {}]) {
      await forgetLimits(world);
      const { status, headers } = await send(world, each, { by: 'owner', caller, via });
      for (const [name, expected] of Object.entries(protecting))
        if (!expected.test(headers.get(name) ?? ''))
          faults.push(`${each.name} answered ${status} with ${name}: ${headers.get(name)}`);
    }
  return faults;
}

/**
 * Calls that take a body with a field they do not know, or a body that is no JSON: a page of another origin can send the
 * latter without asking first.
 *
 * @returns what is wrong, a line each
 */
export async function findLooseBodies(world: ConsoleWorld, calls: readonly WalkedCall[]): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls.filter(({ call }) => call.body !== undefined)) {
    for (const [what, via, expected] of [
      ['a field it does not know', withField(world), 'invalid-request'],
      ['a body of plain text', asType(world, 'text/plain'), 'unsupported-media-type'],
      ['a form', asType(world, 'application/x-www-form-urlencoded'), 'unsupported-media-type'],
    ] as const) {
      await forgetLimits(world);
      const answer = await send(world, each, { by: 'owner', caller: await asRole(world, 'owner'), via });
      if (codeOf(answer) !== expected) faults.push(`${each.name} answered ${codeOf(answer)} to ${what}`);
    }
  }
  return faults;
}

const withField =
  ({ console }: ConsoleWorld): Send =>
  (method, path, options) =>
    console.call(method, path, { ...options, body: { ...(options?.body as object), unheardOf: true } });
const asType =
  ({ console }: ConsoleWorld, type: string): Send =>
  (method, path, options) =>
    console.call(method, path, { ...options, headers: { ...options?.headers, 'content-type': type } });

/** Calls that read and take a parameter of a query they do not know: a mistyped filter would show all rows. */
export async function findLooseQueries(world: ConsoleWorld, calls: readonly WalkedCall[]): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls.filter(({ name, call }) => name.startsWith('GET') && call.query !== undefined)) {
    const answer = await send(world, each, {
      by: 'owner',
      caller: await asRole(world, 'owner'),
      query: { unheardOf: '1' },
    });
    if (codeOf(answer) !== 'invalid-request')
      faults.push(`${each.name} answered ${codeOf(answer)} to an unknown parameter`);
  }
  return faults;
}

/** Rows that hold a word, as text, by their tables. */
export async function readRows({ database: { pool } }: ConsoleWorld, word: string): Promise<Set<string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t where t::text like $1`, [
      `%${word}%`,
    ]);
    for (const { row } of rows) found.add(`${name}: ${row}`);
  }
  return found;
}

/** Runs a walk of people who are limited. @returns rows beyond everybody's scope that are changed or gone after it */
export async function findTouched(world: ConsoleWorld, walk: () => Promise<unknown>): Promise<string[]> {
  const beyond = async () =>
    new Set([...(await readRows(world, canaryOf('siteThere'))), ...(await readRows(world, canaryOf('partnerThere')))]);
  const before = await beyond();
  await walk();
  const after = await beyond();
  return [...before].filter((row) => !after.has(row));
}

/** Each way in which a spreadsheet begins a formula, full-width letters and blanks before it included. */
export const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "'=1",
  '=cmd|" /C calc"!A0',
];

/**
 * Cells of an export that a spreadsheet would take for a formula.
 *
 * @param csv the whole file
 */
export function findFormulas(csv: string): string[] {
  const cells = csv.replace(/^\ufeff/, '').match(/"(?:[^"]|"")*"|[^,\r\n"]+/g) ?? [];
  const plain = cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1) : cell));
  return plain.filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell));
}

/** Every export as the owner gets it at the first spot. */
export async function readExportedFiles(
  world: ConsoleWorld,
  calls: readonly WalkedCall[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const each of calls.filter((call) => call.call.mediaType === 'text/csv' && !isOpen(call))) {
    const { body } = await send(world, each, {
      by: 'owner',
      caller: await asRole(world, 'owner'),
      placeOf: () => homeOf('owner', each),
    });
    files.set(splitName(each.name)[1], String(body));
  }
  return files;
}
