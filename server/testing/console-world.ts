import { readdir } from 'node:fs/promises';
import { splitName, type CallName, type ConsoleSubject, type StaffCall } from '../../contract/call.ts';
import { roles, roleWords, type Role } from '../../contract/permissions.ts';
import { developmentSecret } from '../platform/development-secrets.ts';
import { createKeys } from '../platform/keys.ts';
import {
  canaryOf,
  partnerOf,
  prefixes,
  siteOf,
  spots,
  things,
  unscoped,
  type Making,
  type Spot,
} from './console-things.ts';
import type { TestProduct } from './product.ts';
import type { Employed, TestConsole } from './staff-console.ts';

/** A call of the console with its name. */
export interface WalkedCall {
  name: CallName;
  call: StaffCall;
}

const folder = new URL('../../contract/console/', import.meta.url);
const isSubject = (value: unknown): value is ConsoleSubject =>
  typeof value === 'object' && value !== null && 'title' in value && 'calls' in value;
/** Whether what a file of the contract exports are calls by their names. */
export const isCallTable = (value: unknown): value is Record<CallName, StaffCall> =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => /^[A-Z]+ \//.test(name));

/** What the files of a folder export. */
export async function readExports(of: URL): Promise<unknown[]> {
  const files = (await readdir(of)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return (
    await Promise.all(files.map(async (file) => Object.values((await import(new URL(file, of).href)) as object)))
  ).flat();
}

/** Every call of `contract/console/`: a file that is added there is walked by itself. */
export async function readConsoleCalls(): Promise<WalkedCall[]> {
  const tables = (await readExports(folder)).filter(isSubject).map(({ calls }) => calls);
  return tables.flatMap((table) => Object.entries(table).map(([name, call]) => ({ name: name as CallName, call })));
}

/** Spots in a role's scope, the first of them where its calls are made. */
const spotsOf = (role: Role): Spot[] => {
  const kinds = roleWords[role].scope;
  if (kinds.length === 0) return [...spots];
  return [
    ...(kinds.includes('sites') ? (['siteHere'] as const) : []),
    ...(kinds.includes('partners') ? (['partnerHere'] as const) : []),
  ];
};
/** Where a role makes a call: at its partner if that is what the call is about, else at its first spot. */
export function homeOf(role: Role, { call: { may } }: Pick<WalkedCall, 'call'>): Spot {
  const own = spotsOf(role);
  const isOfPartner = may.within === 'partner' && own.includes('partnerHere');
  return isOfPartner ? 'partnerHere' : own[0]!;
}
/** The sites that something of a role's scope belongs to. */
export const sitesOf = (role: Role): string[] => spotsOf(role).map((spot) => siteOf[spot]);
/** Spots beyond a role's scope. */
export const foreignTo = (role: Role): Spot[] => spots.filter((spot) => !spotsOf(role).includes(spot));

/** For whom a thing is made. */
interface AskedThing {
  isWrite: boolean;
  path: Making['path'];
  /** Who asks; an owner unless given. */
  by?: Role;
}

/** A product with people and things to walk. */
export interface ConsoleWorld {
  console: TestConsole;
  database: TestProduct['database'];
  /** Somebody of each role, with what is `Here` in their scope. */
  people: Record<Role, Employed>;
  /** What a name stands for at a spot: another row each time for a call that changes something. */
  thing(name: string, spot: Spot, asked: AskedThing): Promise<string | undefined>;
}

/** Prepares people of every role, and rows at every spot. */
export async function buildConsoleWorld({ database }: TestProduct, console: TestConsole): Promise<ConsoleWorld> {
  const { pool, db } = database;
  const keys = createKeys([await developmentSecret(db, 'signing')]);
  const given = { sites: [siteOf.siteHere], partners: [partnerOf.partnerHere!] };
  const people = {} as Record<Role, Employed>;
  for (const role of roles)
    people[role] = await console.employ({
      role,
      ...Object.fromEntries(roleWords[role].scope.map((kind) => [kind, given[kind]])),
    });
  const kept = new Map<string, string>();
  const world: ConsoleWorld = {
    console,
    database,
    people,
    async thing(name, spot, { isWrite, path, by = 'owner' }) {
      // Another one each time, because some calls remove them. Owners see all of them.
      if (name === 'staffId') return (await console.employ({ role: 'reader', partners: given.partners })).id;
      if (unscoped.includes(name)) return undefined;
      const make = things[name];
      if (!make)
        throw new Error(
          `say what ":${name}" stands for: a line of "things" in server/testing/console-things.ts makes a row at each place`,
        );
      const key = `${name} ${spot} ${path['memberId'] ?? path['cohortId'] ?? ''}`;
      const known = isWrite ? undefined : kept.get(key);
      const id = known ?? (await make({ pool, keys, path, staffId: people[by].id }, spot));
      kept.set(key, id);
      return id;
    },
  };
  for (const spot of spots)
    for (const name of Object.keys(things)) await world.thing(name, spot, { isWrite: true, path: {} });
  return world;
}

/** A place of a call's request where something is named. */
export interface Slot {
  /** Of `things`. */
  thing: string;
  /** The name in the path, or where it is in the body: keys one after the other. */
  at: string | readonly (string | number)[];
}

/** What a value of an example's body is the id of. */
function thingAt(key: string, value: string): string | undefined {
  const each = key.endsWith('s') ? key.slice(0, -1) : undefined;
  const names = each === undefined ? [key] : [key, each, `${each}Id`];
  const named = names.find((name) => Object.hasOwn(things, name));
  return named ?? prefixes[/^[a-z]+_/.exec(value)?.[0] ?? ''];
}

function slotsIn(value: unknown, at: readonly (string | number)[], key: string): Slot[] {
  if (typeof value === 'string') {
    const thing = thingAt(key, value);
    return thing === undefined ? [] : [{ thing, at }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    slotsIn(inner, [...at, Array.isArray(value) ? Number(name) : name], Array.isArray(value) ? key : name),
  );
}

/** Every place of a call where its path or its example's body names something. */
export const slotsOf = ({ name, call: { example } }: WalkedCall): Slot[] => [
  ...[...splitName(name)[1].matchAll(/:(\w+)/g)].map(([, named]) => ({ thing: named!, at: named! })),
  ...slotsIn(example.body, [], ''),
];

/** Texts of rows beyond a role's scope, and of sites that have nothing in it: no answer to it may hold them. */
export function foreignCanaries(role: Role): string[] {
  const sites = foreignTo(role).flatMap((spot) => (sitesOf(role).includes(siteOf[spot]) ? [] : [siteOf[spot]]));
  return [...foreignTo(role).map(canaryOf), ...new Set(sites)];
}
