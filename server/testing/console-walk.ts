import * as z from 'zod/mini';
import { splitName } from '../../contract/call.ts';
import { isPermitted, roles, roleWords, type Role } from '../../contract/permissions.ts';
import { absentLike, type Spot } from './console-things.ts';
import { homeOf, slotsOf, type ConsoleWorld, type WalkedCall } from './console-world.ts';
import type { Answer } from './product.ts';
import type { TestConsole } from './staff-console.ts';

/** How a request is sent; a negative control sends another one. */
export type Send = TestConsole['call'];

/** Who makes a call, as the walk sends it. */
export interface Caller {
  cookie?: string | undefined;
  origin?: string | null;
  headers?: Record<string, string>;
}

/** Where the thing is that a slot names: at a spot, or nowhere, like the one of a spot. */
export type Place = Spot | { absentLike: Spot };

interface Sending {
  by: Role;
  caller: Caller;
  /** By the number of the slot; at the role's home unless given. */
  placeOf?: (slot: number) => Place;
  query?: Record<string, string>;
  via?: Send | undefined;
}

/** An answer with the ids that its request named, beyond those at home. */
export interface Walked extends Answer {
  named: string[];
  /** The body that was sent. */
  sent: unknown;
}

/** Sends a call with its example: `placeOf` says where the things are that its path and body name. */
export async function send(
  world: ConsoleWorld,
  each: WalkedCall,
  { by, caller, placeOf = () => homeOf(by, each), query = {}, via = world.console.call }: Sending,
): Promise<Walked> {
  const { example } = each.call;
  const [method, pattern] = splitName(each.name);
  let target: string = pattern;
  const body: unknown = structuredClone(example.body);
  const path: Record<string, string> = {};
  const named: string[] = [];
  for (const [index, { thing, at }] of slotsOf(each).entries()) {
    const place = placeOf(index);
    const spot = typeof place === 'string' ? place : place.absentLike;
    const found = await world.thing(thing, spot, { isWrite: method !== 'GET', path, by });
    if (found === undefined && typeof at !== 'string') continue;
    const id = found ?? (example.params ?? {})[thing] ?? 'none';
    const value = typeof place === 'string' || found === undefined ? id : absentLike(id);
    if (found !== undefined && place !== homeOf(by, each)) named.push(value);
    if (typeof at === 'string') {
      path[at] = value;
      target = target.replace(`:${at}`, value);
    } else put(body, at, value);
  }
  const search = new URLSearchParams(query).toString();
  return { ...(await via(method, `${target}${search && `?${search}`}`, { ...caller, body })), named, sent: body };
}

function put(body: unknown, at: readonly (string | number)[], value: string): void {
  let part = body as Record<string | number, unknown>;
  for (const key of at.slice(0, -1)) part = part[key] as typeof part;
  part[at.at(-1)!] = value;
}

/** The code of a refusal; the status of a success. */
export const codeOf = ({ status, body }: Answer): string => body?.error?.code ?? String(status);

const guardCodes = ['login-required', 'access-denied', 'origin-not-allowed', 'recent-login-required'];
/** Whether a call is one of signing in. */
export const isOpen = ({ call: { may } }: WalkedCall) => may.within === 'sign-in';
/** Whether the table of permissions lets a role make a call. */
export const mayCall = (role: Role, { call: { may } }: WalkedCall) =>
  !('permission' in may) ||
  (isPermitted(role, may.permission) && (may.within !== 'product' || roleWords[role].scope.length === 0));

/** Asks as a person of a role, with a session that was proved just now. */
export const asRole = async (world: ConsoleWorld, role: Role): Promise<Caller> => ({
  cookie: await world.console.session(world.people[role].id),
});

/** Limits are no part of the walk, which makes more calls than a person does. */
export const forgetLimits = (world: ConsoleWorld) => world.database.pool.query('delete from rate_limit');

/**
 * Calls that a role may not make, made by it; and calls that it may make, with things in its scope. Each has to answer as
 * `contract/permissions.ts` says.
 *
 * @returns what is wrong, a line each
 */
export async function findWrongRoles(world: ConsoleWorld, calls: readonly WalkedCall[], via?: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls) for await (const fault of wrongRolesOf(world, each, via)) faults.push(fault);
  return faults;
}

/** Whether a call is wrong about a role: the walk of {@link findWrongRoles} as far as the first fault. */
export async function hasWrongRole(world: ConsoleWorld, each: WalkedCall, via: Send): Promise<boolean> {
  for await (const _fault of wrongRolesOf(world, each, via)) return true;
  return false;
}

async function* wrongRolesOf(world: ConsoleWorld, each: WalkedCall, via?: Send): AsyncGenerator<string> {
  if (isOpen(each)) return;
  for (const role of roles) {
    await forgetLimits(world);
    const answer = await send(world, each, { by: role, caller: await asRole(world, role), via });
    const code = codeOf(answer);
    const isLetIn = !guardCodes.includes(code);
    if (isLetIn !== mayCall(role, each)) yield `${role}: ${each.name} answered ${code}`;
    if (!isLetIn && code !== 'access-denied') yield `${role}: ${each.name} answered ${code}`;
    if (isLetIn && each.name.startsWith('GET') && answer.status !== 200) yield `${role}: ${each.name} answered ${code}`;
    if (each.call.body && !z.safeParse(each.call.body, answer.sent).success)
      yield `${role}: ${each.name} takes its own example for invalid: ${code}. Its example names things by keys of "things" in console-things.ts`;
    if (answer.status >= 500) yield `${role}: ${each.name} failed with ${answer.status}`;
  }
}

/**
 * Every call as somebody who is let in nowhere.
 *
 * @param callers by what they are; each is sent as the owner's requests are, but for what it says
 * @param expected the code that each call has to answer
 * @returns what is wrong, a line each
 */
export async function findOpenDoors(
  world: ConsoleWorld,
  calls: readonly WalkedCall[],
  { callers, expected, via }: { callers: Record<string, Caller>; expected: string; via?: Send },
): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls)
    for (const [who, caller] of Object.entries(callers)) {
      const answer = await send(world, each, { by: 'owner', caller, via });
      if (codeOf(answer) !== expected) faults.push(`${who}: ${each.name} answered ${codeOf(answer)}`);
      const shared = answer.headers.get('access-control-allow-origin');
      if (shared !== null) faults.push(`${who}: ${each.name} lets ${shared} read its answer`);
    }
  return faults;
}
