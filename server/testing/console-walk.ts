import { readdir } from 'node:fs/promises';
import { splitName, type CallName, type ConsoleSubject, type StaffCall } from '../../contract/call.ts';
import { isPermitted, roles, roleWords, type Role, type ScopeKind } from '../../contract/permissions.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { newId } from '../platform/keys.ts';
import type { Answer, TestProduct } from './product.ts';
import type { Employed, TestConsole } from './staff-console.ts';

/** A call of the console with its name. */
export interface WalkedCall {
  name: CallName;
  call: StaffCall;
}

const folder = new URL('../../contract/console/', import.meta.url);
const isSubject = (value: unknown): value is ConsoleSubject =>
  typeof value === 'object' && value !== null && 'title' in value && 'calls' in value;

/** Every call of `contract/console/`: a file that is added there is walked by itself. */
export async function readConsoleCalls(): Promise<WalkedCall[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const exported = await Promise.all(
    files.map(async (file) => Object.values((await import(new URL(file, folder).href)) as object)),
  );
  const tables = exported.flatMap((values) => values.filter(isSubject).map(({ calls }) => calls));
  return tables.flatMap((table) => Object.entries(table).map(([name, call]) => ({ name: name as CallName, call })));
}

/** The sites of the walk. Staff of a role that is given partners see the portal's, for the members who have to do with those. */
const site = { here: 'app_demo', elsewhere: 'app_library', portal: 'app_enrolment' };
const partner = { here: partnerCodes[0]!, elsewhere: partnerCodes[1]! };

/** What a name in a path stands for: within the scope of who asks, beyond it, and nowhere. */
interface Thing {
  here: Record<ScopeKind, string>;
  elsewhere: Record<ScopeKind, string>;
  absent: string;
}

/** A product with people and things to walk. */
export interface ConsoleWorld {
  console: TestConsole;
  /** Somebody of each role with the scope of {@link site} and {@link partner} `here`. */
  people: Record<Role, Employed>;
  /** What a name in a path stands for where it decides about scope; undefined for one that is looked up within those. */
  thingOf(name: string): Promise<Thing | undefined>;
  /** Texts that no answer to a role may hold: of what is beyond its scope. */
  foreignTo(role: Role): string[];
}

/** What a role's scope is made of: members of sites, or those of partners. */
const kindOf = (role: Role): ScopeKind => (roleWords[role].scope[0] === 'partners' ? 'partners' : 'sites');

/** Prepares people of every role, a member within and beyond each kind of scope, and acts in the audit trail about them. */
export async function buildConsoleWorld(
  { database: { pool } }: TestProduct,
  console: TestConsole,
): Promise<ConsoleWorld> {
  const join = async (siteId: string, ofPartner: string | null): Promise<string> => {
    const id = newId('mem_');
    await pool.query(
      `insert into member (id, site_id, email, verified, custom_fields) values ($1, $2, $1 || '@example.org', true, '{}')`,
      [id, siteId],
    );
    if (ofPartner !== null)
      await pool.query(
        `insert into lead (id, proof_hash, partner, course, first_name, last_name, phone, email, member_id, expires_at)
         values ($1::text, sha256($1::text::bytea), $2, 'cyber', 'Ana', 'Silva', '', $1::text, $3, now() + interval '1 day')`,
        [newId('led_'), ofPartner, id],
      );
    await pool.query(
      `insert into audit_entry (site_id, partner, actor, action, subject, note) values ($1, $2, 'walk', 'walk.prepared', $3, '')`,
      [siteId, ofPartner, id],
    );
    return id;
  };
  // Read by the id of its call's example. Its endpoint is off, and none of another call's example.
  await pool.query(
    `with endpoint as (
       insert into site_event_endpoint (site_id, id, url, enabled, sealed_secret) values ($1, 'walk', 'https://walk.example', false, '')
       returning site_id, id)
     insert into site_event_delivery (id, site_id, endpoint_id, event, payload, state)
     select 'msg_4h8d2k9s1w5x7t0c3p6v8n2b', site_id, id, 'team.created', '{}', 'delivered' from endpoint`,
    [site.here],
  );
  await pool.query(
    `insert into bulk_job (site_id, id, staff_id, actor, request_key, act, state, ended_at)
     values ($1, 'blk_4h8d2k9s1w5x7t0c3p6v8n2b', 'stf_walk', 'walk', gen_random_uuid(), '{"kind":"end-sessions"}', 'done', now())`,
    [site.here],
  );
  await pool.query(
    `insert into member_import (site_id, id, staff_id, actor, request_key, file_name, bytes, state, ended_at)
     values ($1, 'imp_4h8d2k9s1w5x7t0c3p6v8n2b', 'stf_walk', 'walk', gen_random_uuid(), 'walk.csv', 1, 'done', now())`,
    [site.here],
  );
  const member = {
    here: { sites: await join(site.here, null), partners: await join(site.portal, partner.here) },
    elsewhere: { sites: await join(site.elsewhere, null), partners: await join(site.portal, partner.elsewhere) },
    absent: 'mem_none',
  };
  const mail = async (siteId: string, ofPartner: string | null): Promise<string> => {
    const id = newId('mail_');
    await pool.query(
      `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sensitive, site_id, partner, sent_at)
       values ($1, 'walk', $1 || '@example.org', 'Walk', 'Walk', '<p>Walk</p>', false, $2, $3, now())`,
      [id, siteId, ofPartner],
    );
    return id;
  };
  const mails = {
    here: { sites: await mail(site.here, null), partners: await mail(site.portal, partner.here) },
    elsewhere: { sites: await mail(site.elsewhere, null), partners: await mail(site.portal, partner.elsewhere) },
    absent: 'mail_none',
  };
  const scopes = { sites: [site.here], partners: [partner.here] };
  const people = {} as Record<Role, Employed>;
  for (const role of roles) {
    const given = Object.fromEntries(roleWords[role].scope.map((kind) => [kind, scopes[kind]]));
    people[role] = await console.employ({ role, ...given });
  }
  /** Looked up within what is named before it, so that any value will do. */
  const within = [
    'id',
    'sessionId',
    'planId',
    'passkeyId',
    'commentId',
    'noteId',
    'jobId',
    'kind',
    'keyId',
    'endpointId',
    'deliveryId',
    'bulkJobId',
    'importId',
    'part',
    'viewId',
  ];
  const ofScope: Record<string, () => Promise<Thing>> = {
    siteId: async () => ({
      here: { sites: site.here, partners: site.portal },
      elsewhere: { sites: site.elsewhere, partners: site.here },
      absent: 'app_none',
    }),
    memberId: async () => member,
    mailId: async () => mails,
    partner: async () => ({
      here: { sites: partner.here, partners: partner.here },
      elsewhere: { sites: partner.elsewhere, partners: partner.elsewhere },
      absent: 'none',
    }),
    // Owners see all: nobody on the staff is beyond their scope. Another one each time, because some calls remove them.
    async staffId() {
      const { id } = await console.employ({ role: 'reader', partners: [partner.here] });
      return { here: { sites: id, partners: id }, elsewhere: { sites: id, partners: id }, absent: 'stf_none' };
    },
  };
  return {
    console,
    people,
    async thingOf(name) {
      if (within.includes(name)) return undefined;
      const make = ofScope[name];
      if (!make) throw new Error(`say in server/testing/console-walk.ts what ":${name}" stands for`);
      return make();
    },
    foreignTo(role) {
      if (role === 'owner') return [];
      const always = [
        ...[member, mails].flatMap(({ elsewhere }) => [elsewhere.sites, elsewhere.partners]),
        site.elsewhere,
      ];
      return kindOf(role) === 'sites' && roleWords[role].scope.length === 1
        ? [...always, member.here.partners, mails.here.partners]
        : kindOf(role) === 'partners'
          ? [...always, member.here.sites, mails.here.sites]
          : always;
    },
  };
}

/** How a request is sent; a negative control sends another one. */
export type Send = TestConsole['call'];

/** Who makes a call, as the walk sends it. */
export interface Caller {
  cookie?: string | undefined;
  origin?: string | null;
  headers?: Record<string, string>;
}

/** Where the things are that a path names. */
type Place = 'here' | 'elsewhere' | 'absent';

/** Sends a call with its example; `places` says of each name in its path where the thing is. */
async function send(
  world: ConsoleWorld,
  { name, call }: WalkedCall,
  { by, caller, placeOf = () => 'here', query = {}, via = world.console.call }: Sending,
): Promise<Answer> {
  const [method, pattern] = splitName(name);
  let path: string = pattern;
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, each]) => each!);
  for (const [index, each] of names.entries()) {
    const thing = await world.thingOf(each);
    const place = placeOf(index);
    const example = (call.example.params ?? {})[each] ?? 'none';
    const value = thing === undefined ? example : place === 'absent' ? thing.absent : thing[place][kindOf(by)];
    path = path.replace(`:${each}`, value);
  }
  const search = new URLSearchParams(query).toString();
  return via(method, `${path}${search && `?${search}`}`, { ...caller, body: call.example.body });
}

interface Sending {
  by: Role;
  caller: Caller;
  placeOf?: (index: number) => Place;
  query?: Record<string, string>;
  via?: Send | undefined;
}

/** The code of a refusal; the status of a success. */
const codeOf = ({ status, body }: Answer): string => body?.error?.code ?? String(status);

const guardCodes = ['login-required', 'access-denied', 'origin-not-allowed', 'recent-login-required'];
const isOpen = ({ call: { may } }: WalkedCall) => may.within === 'sign-in';
const mayCall = (role: Role, { call: { may } }: WalkedCall) =>
  !('permission' in may) ||
  (isPermitted(role, may.permission) && (may.within !== 'product' || roleWords[role].scope.length === 0));
/** All of an answer by which it could be told from another: without its request id. */
const wordsOf = ({ status, body }: Answer) =>
  JSON.stringify([status, body?.error ? { ...body.error, requestId: undefined } : body]);

/**
 * Calls that a role may not make, made by it; and calls that it may make, with things in its scope. Each has to answer as
 * `contract/permissions.ts` says.
 *
 * @returns what is wrong, a line each
 */
export async function findWrongRoles(world: ConsoleWorld, calls: readonly WalkedCall[], via?: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls.filter((call) => !isOpen(call)))
    for (const role of roles) {
      const caller = { cookie: await world.console.session(world.people[role].id) };
      const answer = await send(world, each, { by: role, caller, via });
      const code = codeOf(answer);
      const isLetIn = !guardCodes.includes(code);
      if (isLetIn !== mayCall(role, each)) faults.push(`${role}: ${each.name} answered ${code}`);
      if (!isLetIn && code !== 'access-denied') faults.push(`${role}: ${each.name} answered ${code}`);
      if (isLetIn && each.name.startsWith('GET') && answer.status !== 200)
        faults.push(`${role}: ${each.name} answered ${code}`);
      if (answer.status >= 500) faults.push(`${role}: ${each.name} failed with ${answer.status}`);
    }
  return faults;
}

/**
 * Calls with things beyond the scope of who asks: they have to answer with the very words for what does not exist, and
 * nothing beyond the scope may stand in any answer.
 *
 * @returns what is wrong, a line each
 */
export async function findLeaks(world: ConsoleWorld, calls: readonly WalkedCall[], via?: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const each of calls.filter((call) => !isOpen(call)))
    for (const role of roles.filter((one) => one !== 'owner' && mayCall(one, each))) {
      const caller = { cookie: await world.console.session(world.people[role].id) };
      const ask = async (placeOf: (index: number) => Place, query = {}) => {
        caller.cookie = await world.console.session(world.people[role].id);
        return send(world, each, { by: role, caller, placeOf, query, via });
      };
      const names = [...each.name.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      for (const from of names.keys()) {
        if ((await world.thingOf(names[from]!)) === undefined) continue;
        const beyond = await ask((index) => (index < from ? 'here' : 'elsewhere'));
        const absent = await ask((index) => (index < from ? 'here' : 'absent'));
        if (wordsOf(beyond) !== wordsOf(absent) || beyond.status !== 404)
          faults.push(
            `${role}: ${each.name}, :${names[from]} beyond scope: ${wordsOf(beyond)}, absent: ${wordsOf(absent)}`,
          );
      }
      for (const query of [{}, { ...each.call.example.query }]) {
        const answer = await ask(() => 'here', query);
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        faults.push(
          ...world
            .foreignTo(role)
            .filter((foreign) => text.includes(foreign))
            .map((foreign) => `${role}: ${each.name} shows ${foreign}`),
        );
        if (each.name.startsWith('GET') && Object.keys(query).length === 0 && answer.status !== 200)
          faults.push(`${role}: ${each.name} answered ${codeOf(answer)} in scope`);
      }
    }
  return faults;
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
