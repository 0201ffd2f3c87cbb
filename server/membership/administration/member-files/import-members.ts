import { isUnavailable, transaction, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import { changeMember, holdMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { addNewcomer, type Administration } from '../admin-members.ts';
import { giveFreePlan } from '../member-plans.ts';
import { mergeMetaData } from '../member-values.ts';
import { toFault, type ImportFault } from './import-faults.ts';
import { judgeFile, listChanges, type Judged } from './judge-file.ts';
import { findFiled } from './member-files.store.ts';
import type { MemberRow } from './member-row.ts';

/** What is done with a file of members. */
export interface ImportOptions {
  /** Opens the file, once to look and once more to apply: nothing is written while a fault is still to be found. */
  open(): AsyncIterable<Buffer>;
  /** A dry run without. */
  isApplied: boolean;
  /** Whether members who are there already get the file's values; else they are left as they are. */
  mayUpdate: boolean;
  /** Applies the rows without faults although others have some. */
  skipsFaults: boolean;
  /** @param rows of the file that are done @param isWriting whether it is being applied; before, it is looked at */
  onProgress?: (rows: number, isWriting: boolean) => void;
}

/** What a file does or would do, in numbers of rows. */
export interface ImportReport {
  rows: number;
  created: number;
  updated: number;
  /** Members who have all values of their row already. */
  unchanged: number;
  /** Members who are there already, and may not be updated. */
  present: number;
  /** Members whose row differs and who have not proved their address: another person may have made the account. */
  unproved: number;
  faulty: number;
  /** The first ones. */
  faults: ImportFault[];
  /** Whether the file could be read to its end; what cannot is never applied. */
  isWhole: boolean;
  /** Whether anything was to be written: not in a dry run, nor where faults were found before. */
  isApplied: boolean;
}

const faultsToldMost = 100;

/**
 * Imports a CSV file of members, in bounded memory. Sends no mail. An existing member keeps address, password and
 * whether they are verified. A second run of the same file changes nothing, so one that was interrupted is run again.
 */
async function importMembers(
  services: Services,
  administration: Administration,
  options: ImportOptions,
): Promise<ImportReport> {
  const look = { ...options, isApplied: false };
  const looked = await tally(services, administration, look, async (judged) => judged);
  const mayApply = looked.faulty === 0 || (options.skipsFaults && looked.isWhole);
  if (!options.isApplied || !mayApply) return looked;
  await recordImport(services, administration, 'begun', looked);
  const applied = await tally(services, administration, options, (judged) =>
    applyRows(services, administration, judged),
  );
  await recordImport(services, administration, 'done', applied);
  return { ...applied, isApplied: true };
}

async function tally(
  services: Services,
  { site }: Administration,
  options: ImportOptions,
  work: (judged: Judged[]) => Promise<Judged[]>,
): Promise<ImportReport> {
  const report: ImportReport = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    present: 0,
    unproved: 0,
    faulty: 0,
    faults: [],
    isWhole: true,
    isApplied: false,
  };
  for await (const judged of judgeFile(services, { site, bytes: options.open(), mayUpdate: options.mayUpdate })) {
    for (const outcome of await work(judged)) {
      report.rows++;
      report[outcome.kind]++;
      if (outcome.kind !== 'faulty') continue;
      report.faults.push(...outcome.faults);
      if (outcome.endsReading) report.isWhole = false;
      report.faults.splice(faultsToldMost);
    }
    options.onProgress?.(report.rows, options.isApplied);
  }
  return report;
}

/**
 * New members without a plan are written together, all others one by one: a transaction that goes on from a plan's
 * lock to the next member would lock against the order of ARCHITECTURE.md (deadlock).
 *
 * @returns what became of them, in the order of the file
 */
export async function applyRows(
  services: Services,
  administration: Administration,
  judged: readonly Judged[],
): Promise<Judged[]> {
  const isPlain = (each: Judged) => each.kind === 'created' && each.row.planIds.length === 0;
  const together = await createTogether(services, administration, judged.filter(isPlain));
  const outcomes: Judged[] = [...together];
  for (const each of judged.filter((one) => !isPlain(one)))
    outcomes.push(await applyRow(services, administration, each));
  return outcomes.toSorted((one, other) => one.line - other.line);
}

/** One transaction for all; where one of them fails, each has its own. */
async function createTogether(
  services: Services,
  administration: Administration,
  newcomers: readonly Judged[],
): Promise<Judged[]> {
  if (newcomers.length === 0) return [];
  try {
    await transaction(services.db, async (tx) => {
      for (const { row } of newcomers) await createFrom(services, tx, administration, row!);
    });
    return [...newcomers];
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const outcomes: Judged[] = [];
    for (const each of newcomers) outcomes.push(await applyRow(services, administration, each));
    return outcomes;
  }
}

/** @throws what is no fault of this one row: the others would fail alike */
async function applyRow(services: Services, administration: Administration, judged: Judged): Promise<Judged> {
  try {
    if (judged.kind === 'created')
      await transaction(services.db, (tx) => createFrom(services, tx, administration, judged.row));
    if (judged.kind === 'updated')
      return await transaction(services.db, (tx) => updateFrom(services, tx, administration, judged));
    return judged;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const { line } = judged;
    if (!(error instanceof Refusal)) services.log.error({ err: error, line }, 'A row of an import failed.');
    const refusal = error instanceof Refusal ? error : new Refusal('unknown-error');
    return { kind: 'faulty', line, faults: [toFault(refusal, line)] };
  }
}

const createFrom = (services: Services, tx: Transaction, administration: Administration, row: MemberRow) =>
  addNewcomer(services, tx, administration, {
    site: administration.site,
    email: row.email,
    verified: row.verified ?? false,
    fields: row.fields,
    metaData: row.metaData ?? {},
    loginRedirect: row.loginRedirect ?? null,
    permissions: row.permissions ?? [],
    plans: row.planIds.map((planId) => ({ planId })),
    createdAt: row.createdAt,
    passwordHash: row.passwordHash ?? null,
  });

async function updateFrom(
  services: Services,
  tx: Transaction,
  { site, ...by }: Administration,
  judged: Extract<Judged, { kind: 'updated' }>,
): Promise<Judged> {
  const { row, memberId, line } = judged;
  const isThere = await holdMember(tx, memberId);
  const member = (await findFiled(tx, site.id, [row.email]))[0];
  // Read without a lock before: the member may have left the address since (TOCTOU).
  if (!isThere || member?.id !== memberId || !member.verified) return { kind: 'unproved', line };
  const changes = listChanges(row, member);
  if (changes.length === 0) return { kind: 'unchanged', line };
  await changeMember(services, tx, memberId, {
    fields: row.fields,
    metaData: row.metaData && mergeMetaData(member.metaData, row.metaData as Parameters<typeof mergeMetaData>[1]),
    loginRedirect: row.loginRedirect,
    permissions: row.permissions,
  });
  for (const planId of row.planIds) await giveFreePlan(services, tx, { site, memberId, planId });
  const note = changes.join(', ');
  await recordAct(tx, { ...by, siteId: site.id, action: 'member.updated', subject: memberId, note });
  return judged;
}

const recordImport = (
  { db }: Services,
  { site, actor }: Administration,
  state: 'begun' | 'done',
  { rows, created, updated, faulty }: ImportReport,
) =>
  transaction(db, (tx) =>
    recordAct(tx, {
      siteId: site.id,
      actor,
      action: 'members.imported',
      subject: site.id,
      note: `${state}: ${rows} rows, ${created} created, ${updated} updated, ${faulty} with faults`,
    }),
  );

/** The import as the commands use it, with the services that a new member needs. */
export type MemberImport = (administration: Administration, options: ImportOptions) => Promise<ImportReport>;

/** @param services of the whole membership */
export const createMemberImport =
  (services: Services): MemberImport =>
  (administration, options) =>
    importMembers(services, administration, options);
