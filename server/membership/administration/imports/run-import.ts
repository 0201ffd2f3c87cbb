import * as z from 'zod/mini';
import { importLimits, type ImportCounts } from '../../../../contract/console/imports-schemas.ts';
import { isPermitted } from '../../../../contract/permissions.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { recordAct } from '../../audit/audit.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { hasSite } from '../console/member-scope.store.ts';
import { applyRows } from '../member-files/import-members.ts';
import { judgeFile, type Judged } from '../member-files/judge-file.ts';
import { openFile, releaseFile } from './import-file.ts';
import {
  findImport,
  insertFaults,
  lockImport,
  updateImport,
  type ImportPlace,
  type StoredImport,
} from './imports.store.ts';

/** One run of an import: some seconds of it, and then the next one is queued behind those of others. */
export const importJob = jobKind({
  name: 'import-members',
  lane: 'bulk',
  payload: z.object({ siteId: z.string(), importId: z.string() }),
});

/** Milliseconds of one run, besides passing over the rows before it. */
const runMs = 5_000;

const nothing: ImportCounts = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  present: 0,
  unproved: 0,
  faulty: 0,
  isWhole: true,
};

/**
 * Goes on with an import, by the rules of the command's: judged, and applied where it was asked for. Of a process that
 * was killed, a hundred rows at most are done again, which makes no member twice.
 */
export async function runImport(services: Services, place: ImportPlace): Promise<void> {
  const stored = await findImport(services.db, place);
  if (!stored || (stored.state !== 'checking' && stored.state !== 'applying')) return;
  const stopCode = await findObstacle(services, stored);
  if (stopCode !== undefined) return stop(services, stored, stopCode);
  const site = await services.sites.get(place.siteId);
  let counts = stored.counts ?? nothing;
  let deadline: number | undefined;
  const frame = {
    site,
    bytes: openFile(services, stored.id),
    mayUpdate: stored.mayUpdate,
    columns: stored.columns ?? undefined,
    from: counts.rows,
    awaited: stored.state === 'checking' ? counts.created : 0,
  };
  for await (const judged of judgeFile(services, frame)) {
    // Only now: the rows before were passed over.
    deadline ??= performance.now() + runMs;
    const outcomes = stored.state === 'applying' ? await apply(services, site, stored, judged) : judged;
    const next = countIn(counts, outcomes);
    if (!(await noteBatch(services, stored, { before: counts, next, outcomes }))) return;
    counts = next;
    const last = outcomes.find(endsReading);
    // The file was whole when it was looked at: the site has changed since.
    if (last && stored.state === 'applying') return stop(services, stored, last.faults[0]!.code);
    if (performance.now() > deadline) return goOn(services, place);
    const obstacle = await findObstacle(services, stored);
    if (obstacle !== undefined) return stop(services, stored, obstacle);
  }
  return end(services, stored, counts);
}

/** In whose name an import goes on: who has it applied, before that who uploaded its file. */
const personOf = ({ staffId, actor, applierId, applier }: StoredImport): { staffId: string; actor: string } =>
  applierId !== null && applier !== null ? { staffId: applierId, actor: applier } : { staffId, actor };

/** Why that person may not go on with it; undefined for nothing. */
async function findObstacle(services: Services, stored: StoredImport): Promise<string | undefined> {
  const { staffId } = personOf(stored);
  const { siteId } = stored;
  const powers = await services.staffPowers?.(staffId);
  if (!powers) return 'person-removed';
  if (!isPermitted(powers.role, 'export-members')) return 'permission-lost';
  return hasSite(powers.scope, siteId) ? undefined : 'scope-lost';
}

const apply = (services: Services, site: Site, stored: StoredImport, judged: readonly Judged[]) =>
  applyRows(services, { site, ...personOf(stored), reason: stored.reason ?? undefined }, judged);

function countIn(counts: ImportCounts, outcomes: readonly Judged[]): ImportCounts {
  const next = { ...counts };
  for (const outcome of outcomes) {
    next.rows++;
    next[outcome.kind]++;
    if (endsReading(outcome)) next.isWhole = false;
  }
  return next;
}

const endsReading = (outcome: Judged): outcome is Extract<Judged, { kind: 'faulty' }> =>
  outcome.kind === 'faulty' && outcome.endsReading === true;

interface Batch {
  before: ImportCounts;
  next: ImportCounts;
  outcomes: readonly Judged[];
}

/** @returns false where another run was faster, or the import was stopped: what was made before is counted even so */
function noteBatch({ db }: Services, stored: StoredImport, { before, next, outcomes }: Batch): Promise<boolean> {
  const place = placeOf(stored);
  return transaction(db, async (tx) => {
    const now = await lockImport(tx, place);
    if (!now || (now.counts?.rows ?? 0) !== before.rows) return false;
    const isStopped = stored.state === 'applying' && now.state === 'cancelled';
    if (now.state !== stored.state && !isStopped) return false;
    const faults = outcomes.flatMap((outcome) => (outcome.kind === 'faulty' ? outcome.faults : []));
    // Numbered by the row, of which each has some dozens of faults at most, so that none is stored twice.
    const first = before.rows * faultsEach;
    await insertFaults(tx, place, { first, faults, most: importLimits.faultsKept });
    await updateImport(tx, place, { counts: next });
    if (isStopped) await recordEnd(tx, stored, next, 'cancelled');
    return !isStopped;
  });
}

/** Numbers of faults between two rows: more than a row has columns. */
const faultsEach = 256;

const placeOf = ({ siteId, id }: StoredImport): ImportPlace => ({ siteId, importId: id });

const goOn = ({ db }: Services, place: ImportPlace): Promise<void> =>
  transaction(db, (tx) => addJob(tx, importJob, place, { key: place.importId }));

function end({ db }: Services, stored: StoredImport, counts: ImportCounts): Promise<void> {
  return transaction(db, async (tx) => {
    const now = await lockImport(tx, placeOf(stored));
    if (now?.state !== stored.state) return;
    if (stored.state === 'checking') return updateImport(tx, placeOf(stored), { state: 'checked', counts });
    await updateImport(tx, placeOf(stored), { state: 'done', counts, isEnded: true });
    await releaseFile(tx, stored.id);
    await recordEnd(tx, stored, counts, 'done');
  });
}

function stop({ db }: Services, stored: StoredImport, stopCode: string): Promise<void> {
  return transaction(db, async (tx) => {
    const now = await lockImport(tx, placeOf(stored));
    if (now?.state !== stored.state) return;
    await updateImport(tx, placeOf(stored), { state: 'stopped', stopCode, isEnded: true });
    await releaseFile(tx, stored.id);
    if (stored.state === 'applying') await recordEnd(tx, stored, now.counts, stopCode);
  });
}

const recordEnd = (tx: Transaction, stored: StoredImport, counts: ImportCounts | null, how: string): Promise<void> =>
  recordAct(tx, {
    ...personOf(stored),
    siteId: stored.siteId,
    reason: stored.reason ?? undefined,
    action: 'members.imported',
    subject: stored.id,
    note: inNumbers(how, counts),
  });

/** How an import stands, as the audit trail notes it. @param how it stands: begun, done, or why it has stopped */
export function inNumbers(how: string, counts: ImportCounts | null): string {
  const { rows, created, updated, faulty } = counts ?? nothing;
  return `${how}: ${rows} rows, ${created} created, ${updated} updated, ${faulty} with faults`;
}
