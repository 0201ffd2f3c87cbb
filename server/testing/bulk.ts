import { randomUUID } from 'node:crypto';
import { newId } from '../platform/keys.ts';
import type { StaffPowers } from '../membership/services.ts';
import { startTestConsole, type ConsoleReply, type TestConsole, type TestStaff } from './console.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { startTestMembership, type TestMembership } from './membership.ts';

/** Membership with its console, for work that goes on after the call of a member of staff. */
export interface StaffedMembership {
  product: TestMembership;
  staffed: TestConsole;
  /**
   * What the people may do at the moment, by id; somebody who is not there has been removed. A promise holds their jobs
   * until it is kept.
   */
  powers: Map<string, Awaited<ReturnType<StaffPowers>> | ReturnType<StaffPowers>>;
  /** Lets somebody be on the staff. */
  employ(...people: readonly TestStaff[]): void;
  stop(): Promise<void>;
}

/** Starts it. */
export async function startStaffedMembership(): Promise<StaffedMembership> {
  const powers: StaffedMembership['powers'] = new Map();
  const product = await startTestMembership({
    optionsFor: () => ({ staffPowers: async (staffId) => powers.get(staffId) }),
  });
  const staffed = await startTestConsole(product.membership);
  return {
    product,
    staffed,
    powers,
    employ(...people) {
      for (const { name, role, scope } of people) powers.set(`stf_${name.toLowerCase()}`, { role, scope });
    },
    async stop() {
      await staffed.close();
      await product.stop();
    },
  };
}

/** Stores members without a password. @returns their ids, in order */
export async function insertMembers({ pool }: TestDatabase, siteId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('mem_'));
  await pool.query(
    `insert into member (id, site_id, email, verified, custom_fields)
     select id, $2, id || '@example.org', true, '{}' from unnest($1::text[]) id`,
    [ids, siteId],
  );
  return ids.toSorted();
}

/** Stores a job of Sam's that no run is queued for. @returns its id */
export async function insertJob(
  { pool }: TestDatabase,
  siteId: string,
  { act, ids }: { act: object; ids: readonly string[] },
): Promise<string> {
  const id = `blk_${press()}`;
  await pool.query(
    `insert into bulk_job (site_id, id, staff_id, actor, request_key, act, state, total)
     values ($1, $2, 'stf_sam', 'Sam', gen_random_uuid(), $3, 'running', $4)`,
    [siteId, id, act, ids.length],
  );
  await pool.query(`insert into bulk_item (site_id, job_id, member_id) select $1, $2, unnest($3::text[])`, [
    siteId,
    id,
    ids,
  ]);
  return id;
}

/** Another press each time. */
export const press = (): string => randomUUID();

/** Waits for the end of a job. */
export async function untilEnded(read: () => Promise<ConsoleReply>): Promise<ConsoleReply['data']> {
  let job: ConsoleReply['data'];
  await eventually(async () => {
    job = (await read()).data;
    return job.endedAt !== null;
  });
  return job;
}

/** Jobs on many members of a site, as a person on the staff calls them. @param getWorld since it starts after them */
export function createBulkJobs(getWorld: () => StaffedMembership, { by, siteId }: { by: TestStaff; siteId: string }) {
  const path = `/sites/${siteId}/bulk-jobs`;
  const ask = (method: string, at: string, body?: unknown) => getWorld().staffed.ask(by, method, at, body);
  const start = (act: object, target: object) => ask('POST', path, { key: press(), act, target });
  /** The job once it has ended. */
  const done = (begun: ConsoleReply) => untilEnded(() => ask('GET', `${path}/${begun.data.id}`));
  return {
    path,
    ask,
    start,
    done,
    preview: async (act: object, target: object) => (await ask('POST', `${path}/preview`, { act, target })).data,
    run: async (act: object, target: object) => done(await start(act, target)),
    undo: (id: string) => ask('POST', `${path}/${id}/undo`, { key: press() }),
    members: (count: number) => insertMembers(getWorld().product.database, siteId, count),
  };
}
