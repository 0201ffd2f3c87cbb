import { readdir } from 'node:fs/promises';
import { splitName, type CallDefinition, type CallName, type CallSubject } from '../../contract/call.ts';
import { viewFragment } from '../../contract/view-link.ts';
import type { Pool } from '../platform/database/database.ts';
import type { Answer, TestProduct } from './product.ts';
import type { Employed, TestConsole } from './staff-console.ts';

/** A call of visitors or members with its name. */
export interface MemberCall {
  name: CallName;
  call: CallDefinition & {
    example: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  };
}

const folder = new URL('../../contract/calls/', import.meta.url);
const isSubject = (value: unknown): value is CallSubject =>
  typeof value === 'object' && value !== null && 'title' in value && 'calls' in value;

/** Every call that a bearer can make, of membership and enrolment: a file added to `contract/calls/` is walked by itself. */
export async function readMemberCalls(): Promise<MemberCall[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const exported = await Promise.all(
    files.map(async (file) => Object.values((await import(new URL(file, folder).href)) as object)),
  );
  const tables = exported.flatMap((values) => values.filter(isSubject).map(({ calls }) => calls));
  return tables
    .flatMap((table) => Object.entries(table).map(([name, call]) => ({ name: name as CallName, call })))
    .filter(({ call: { caller } }) => caller === 'member' || caller === 'visitor');
}

/** Writes by their method that read by what they do, and the end of a view: every other write has to be refused. */
const openWrites: readonly string[] = ['POST /secure-content', 'POST /app-member', 'DELETE /member-view'];

/**
 * Makes every call with the bearer of a view.
 *
 * @returns what is wrong, a line each: a write that is not refused, a read that is
 */
export async function findFaultsInView(calls: readonly MemberCall[], send: TestProduct['call'], token: string) {
  const faults: string[] = [];
  for (const { name, call } of calls) {
    if (name === 'DELETE /member-view') continue;
    const answer = await sendExample(send, { name, call }, token);
    const code = (answer.body as { error?: { code: string } } | undefined)?.error?.code;
    const isRefused = answer.status === 403 && code === 'view-is-read-only';
    const reads = name.startsWith('GET ') || openWrites.includes(name);
    if (isRefused === reads) faults.push(`${name} answered ${code ?? answer.status}`);
    if (answer.status >= 500) faults.push(`${name} failed with ${answer.status}`);
  }
  return faults;
}

async function sendExample(send: TestProduct['call'], { name, call }: MemberCall, token: string): Promise<Answer> {
  const [method, pattern] = splitName(name);
  const { params = {}, query = {}, body } = call.example;
  const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? 'none');
  const search = new URLSearchParams(query).toString();
  return send(method, `${path}${search && `?${search}`}`, { token, ...(body === undefined ? {} : { body }) });
}

/** What changes by itself, or by any request. */
const restless = [
  'rate_limit',
  'page_count',
  'page_count_folding',
  'member_count',
  'staff_session',
  'staff',
  'card_comparison',
];

/** A fingerprint of each table's rows, to tell what a request has changed. */
export async function readFingerprints(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> all($1) order by 1`,
    [restless],
  );
  const prints = new Map<string, string>();
  for (const { name } of rows) {
    const read = `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`;
    prints.set(name, (await pool.query<{ print: string }>(read)).rows[0]!.print);
  }
  return prints;
}

/** The tables in which two fingerprints differ. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before.keys()].filter((name) => before.get(name) !== after.get(name));

/** Which member of which site staff see as. */
interface Seen {
  siteId: string;
  memberId: string;
  page: string;
  reason?: string;
}

/** Begins a view in the console. */
export const beginView = (
  console: TestConsole,
  { cookie }: Pick<Employed, 'cookie'>,
  { siteId, memberId, page, reason = 'Cannot find the course.' }: Seen,
): Promise<Answer> =>
  console.call('POST', `/sites/${siteId}/members/${memberId}/views`, { cookie, body: { reason, page } });

/** The code in the address that a begun view answers. */
export const codeOf = ({ body }: Answer): string => String(body.data.url).split(viewFragment)[1]!;
