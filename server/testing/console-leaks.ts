import * as z from 'zod/mini';
import { roles, type Role } from '../../contract/permissions.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { absentLike, canaryOf, partnerOf, siteOf, things, type Spot } from './console-things.ts';
import {
  foreignCanaries,
  foreignTo,
  homeOf,
  sitesOf,
  slotsOf,
  type ConsoleWorld,
  type WalkedCall,
} from './console-world.ts';
import { readRows } from './console-probes.ts';
import {
  asRole,
  codeOf,
  forgetLimits,
  isOpen,
  mayCall,
  send,
  type Caller,
  type Place,
  type Send,
  type Walked,
} from './console-walk.ts';

/** Headers that differ from answer to answer; an `ETag` follows from the body, which is compared. */
const ownHeaders = ['date', 'x-request-id', 'etag'];

/** All of an answer by which it could be told from another, but for its request id and the ids that were asked for. */
function wordsOf({ status, body, headers, named }: Walked): string {
  const kept = [...headers].filter(([name]) => !ownHeaders.includes(name));
  const said = body?.error ? { ...body, error: { ...body.error, requestId: undefined } } : body;
  return withoutNow(mask(JSON.stringify([status, said, kept]), named));
}

const nowMs = 5_000;
const dayMs = 86_400_000;
/** Without moments of the last seconds of today or another day: when it was answered, and a week before. */
const withoutNow = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    (Date.now() - Date.parse(time)) % dayMs < nowMs ? 'now' : time,
  );

const mask = (text: string, named: readonly string[]) =>
  named.flatMap((id) => [id, id.toLowerCase()]).reduce((masked, id) => masked.replaceAll(id, '…'), text);

/** Filters and searches as somebody types them: what each would ask of a spot. */
const typed: Readonly<Record<string, (spot: Spot, memberId: string) => string | null>> = {
  site: (spot) => siteOf[spot],
  siteId: (spot) => siteOf[spot],
  partner: (spot) => partnerOf[spot],
  member: (_spot, memberId) => memberId,
  memberId: (_spot, memberId) => memberId,
  subject: (_spot, memberId) => memberId,
  author: (_spot, memberId) => memberId,
  to: (_spot, memberId) => `${memberId.toLowerCase()}@example.org`,
  search: canaryOf,
  q: canaryOf,
  actor: canaryOf,
  channel: canaryOf,
};

/** A value of a filter that nothing has. Calls know the codes of partners: one of them has no rows in the walk. */
function noneLike(name: string, value: string, memberId: string): string {
  if (name === 'partner') return partnerCodes[2]!;
  return name === 'to' ? `${absentLike(memberId)}@example.org` : absentLike(value);
}

interface Asking {
  world: ConsoleWorld;
  each: WalkedCall;
  role: Role;
  via?: Send | undefined;
  /** Whose session it is; one of its own for each request unless given, because some calls end others. */
  caller?: Caller | undefined;
}

const ask = async (
  { world, each, role, via, caller }: Asking,
  placeOf: (slot: number) => Place,
  query: Record<string, string> = {},
) => {
  await forgetLimits(world);
  return send(world, each, { by: role, caller: caller ?? (await asRole(world, role)), placeOf, query, via });
};

/** Two answers from where they begin to differ. */
function difference(beyond: string, absent: string): string {
  const at = beyond.split('').findIndex((sign, index) => sign !== absent[index]);
  const from = Math.max(0, (at === -1 ? beyond.length : at) - 60);
  return `${beyond.slice(from, from + 160)} — absent: ${absent.slice(from, from + 160)}`;
}

/** Slots with a thing that belongs to a site or partner, and spots beyond a role's scope where theirs is another one. */
function beyondOf({ each, role }: Asking): { slot: number; spot: Spot; isInPath: boolean }[] {
  return slotsOf(each).flatMap(({ thing, at }, slot) => {
    if (!Object.hasOwn(things, thing)) return [];
    return foreignTo(role)
      .filter((spot) => !['siteId', 'planId'].includes(thing) || !sitesOf(role).includes(siteOf[spot]))
      .filter((spot) => thing !== 'partner' || partnerOf[spot] !== null)
      .map((spot) => ({ slot, spot, isInPath: typeof at === 'string' }));
  });
}

/** Names a thing beyond the scope, alone and with all that comes after it, and one that does not exist. */
async function* findTellingIds(asking: Asking): AsyncGenerator<string> {
  const home = homeOf(asking.role, asking.each);
  const last = slotsOf(asking.each).length - 1;
  for (const { slot, spot, isInPath } of beyondOf(asking))
    for (const [how, isThere] of [
      ['', (index: number) => index === slot],
      [' and what follows', (index: number) => index >= slot],
    ] as const) {
      if (slot === last && how !== '') continue;
      const beyond = await ask(asking, (index) => (isThere(index) ? spot : home));
      const absent = await ask(asking, (index) => (isThere(index) ? { absentLike: spot } : home));
      const at = `${asking.role}: ${asking.each.name}, ${String(slotsOf(asking.each)[slot]!.at)}${how} of ${spot}`;
      if (wordsOf(beyond) !== wordsOf(absent)) yield `${at}: ${difference(wordsOf(beyond), wordsOf(absent))}`;
      // Deleting what is gone is a success: then its row tells whether it is there still.
      const isRepeatable = asking.each.name.startsWith('DELETE') && absent.status === 200;
      if (isRepeatable && !(await isKept(asking.world, beyond.named.at(-1)!))) yield `${at}: is deleted`;
      if (isInPath && beyond.status !== 404 && !isRepeatable && how === '') yield `${at}: answered ${codeOf(beyond)}`;
      yield* showing(asking, beyond);
    }
}

/** Whether a thing has a row, besides what the audit trail says of it. */
const isKept = async (world: ConsoleWorld, id: string) =>
  [...(await readRows(world, id))].some((row) => !row.startsWith('audit_entry:'));

/** Types filters and searches for what is beyond the scope, and for what does not exist. */
async function* findTellingFilters(asking: Asking): AsyncGenerator<string> {
  const home = homeOf(asking.role, asking.each);
  for (const spot of foreignTo(asking.role)) {
    const memberId = (await asking.world.thing('memberId', spot, { isWrite: false, path: {} }))!;
    for (const [name, valueOf] of Object.entries(typed)) {
      const value = valueOf(spot, memberId);
      if (value === null || sitesOf(asking.role).includes(value)) continue;
      // Most calls know few of the filters.
      if (!z.safeParse(asking.each.call.query!, { [name]: value }).success) continue;
      const none = noneLike(name, value, memberId);
      const beyond = await ask(asking, () => home, { [name]: value });
      if (codeOf(beyond) === 'invalid-request') continue;
      const absent = await ask(asking, () => home, { [name]: none });
      const named = [value, none];
      const words = [wordsOf({ ...beyond, named }), wordsOf({ ...absent, named })] as const;
      if (words[0] !== words[1])
        yield `${asking.role}: ${asking.each.name}?${name} of ${spot}: ${difference(...words)}`;
    }
  }
}

/** Words of rows beyond the scope in an answer. */
function showing({ role, each }: Asking, { body, named }: Walked): string[] {
  const text = mask(typeof body === 'string' ? body : JSON.stringify(body ?? ''), named);
  return foreignCanaries(role)
    .filter((canary) => text.includes(canary))
    .map((canary) => `${role}: ${each.name} shows ${canary}`);
}

/**
 * Calls with things beyond the scope of who asks, in paths, bodies and filters: they have to answer with the very words
 * and headers for what does not exist, and nothing beyond the scope may stand in any answer.
 *
 * @returns what is wrong, a line each
 */
export async function findLeaks(world: ConsoleWorld, calls: readonly WalkedCall[], via?: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls) for await (const fault of leaksOf(world, each, via)) faults.push(fault);
  return faults;
}

/** Whether a call has a leak: the walk of {@link findLeaks} as far as the first one. */
export async function hasLeak(world: ConsoleWorld, each: WalkedCall, via: Send): Promise<boolean> {
  for await (const _fault of leaksOf(world, each, via)) return true;
  return false;
}

async function* leaksOf(world: ConsoleWorld, each: WalkedCall, via?: Send): AsyncGenerator<string> {
  if (isOpen(each)) return;
  const isRead = each.name.startsWith('GET');
  for (const role of roles.filter((one) => one !== 'owner' && mayCall(one, each))) {
    const asking = { world, each, role, via, caller: isRead ? await asRole(world, role) : undefined };
    for (const query of [{}, { ...each.call.example.query }]) {
      const answer = await ask(asking, () => homeOf(role, each), query);
      yield* showing(asking, answer);
      if (isRead && Object.keys(query).length === 0 && answer.status !== 200)
        yield `${role}: ${each.name} answered ${codeOf(answer)} in scope`;
    }
    yield* findTellingIds(asking);
    if (isRead && each.call.query) yield* findTellingFilters(asking);
  }
}

/** Lists in whose answers a role's own rows were seen: without them, nothing of others would be seen there either. */
export async function countShown(world: ConsoleWorld, calls: readonly WalkedCall[], role: Role): Promise<number> {
  let shown = 0;
  for (const each of calls.filter((call) => call.name.startsWith('GET') && !isOpen(call) && mayCall(role, call))) {
    const { body } = await ask({ world, each, role }, () => homeOf(role, each));
    if (JSON.stringify(body ?? '').includes(canaryOf(homeOf(role, each)))) shown++;
  }
  return shown;
}

/**
 * Pairs of a look, and how often one side of them may be the sooner one. Beyond that by chance alone: one time in 1,000 at
 * the first look, in a million at the second.
 */
const looks = { first: { pairs: 31, most: 24 }, second: { pairs: 101, most: 75 } };

/**
 * Whether answers about a thing beyond the scope come sooner, or later, than those about an absent one beside them. Load
 * makes pairs differ, not one side of them. Ends as soon as the pairs that are left cannot change it.
 *
 * @returns how often it came sooner, where that tells the two apart
 */
async function findUneven(asking: Asking, places: [Place, Place], slot: number, { pairs, most }: typeof looks.first) {
  const home = homeOf(asking.role, asking.each);
  const caller = await asRole(asking.world, asking.role);
  const timed = async (place: Place) => {
    // Rows are made before the time counts: of calls that change something, too, which change nothing here.
    const placeOf = (index: number) => (index === slot ? place : home);
    let tookMs = 0;
    const via: Send = async (...sent) => {
      const startedMs = performance.now();
      const answer = await (asking.via ?? asking.world.console.call)(...sent);
      tookMs = performance.now() - startedMs;
      return answer;
    };
    await send(asking.world, asking.each, { by: asking.role, caller, placeOf, via });
    return tookMs;
  };
  const counts = { sooner: 0, later: 0 };
  for (let round = 0; round < pairs; round++) {
    if (round % 10 === 0) await forgetLimits(asking.world);
    const order = round % 2 === 0 ? places : ([places[1], places[0]] as const);
    const [first, second] = [await timed(order[0]), await timed(order[1])];
    counts[first < second === (order[0] === places[0]) ? 'sooner' : 'later']++;
    const { sooner, later } = counts;
    if (Math.max(sooner, later) > most) return `${sooner} of ${sooner + later} sooner than absent`;
    if (Math.min(sooner, later) >= pairs - most) return undefined;
  }
  return undefined;
}

/**
 * Calls that answer sooner or later about a thing beyond the scope than about an absent one.
 *
 * @returns what is wrong, a line each
 */
export async function findTellingTimes(
  world: ConsoleWorld,
  calls: readonly WalkedCall[],
  via?: Send,
): Promise<string[]> {
  const faults: string[] = [];
  const preferred = ['support', 'site-builder', 'admissions', 'finance'] as const;
  for (const each of calls.filter((call) => !isOpen(call))) {
    const role = preferred.find((one) => mayCall(one, each));
    if (role === undefined) continue;
    const asking = { world, each, role, via };
    for (const { slot, spot, isInPath } of beyondOf(asking).filter((one) => one.spot === 'siteThere')) {
      if (!isInPath) continue;
      const places: [Place, Place] = [spot, { absentLike: spot }];
      if (!(await findUneven(asking, places, slot, looks.first))) continue;
      const uneven = await findUneven(asking, places, slot, looks.second);
      if (uneven) faults.push(`${role}: ${each.name}, ${String(slotsOf(each)[slot]!.at)}: ${uneven}`);
    }
  }
  return faults;
}
