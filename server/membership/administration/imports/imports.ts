import { importLimits, type MemberImport } from '../../../../contract/console/imports-schemas.ts';
import { byteOrderMark, CsvFault, readCsv, toCsvLine, unmarkCell } from '../../../platform/csv.ts';
import { transaction, type Database, type Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import { isSame } from '../../declaration/compare.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import type { Administration } from '../admin-members.ts';
import { importTargets, separatorFault, suggestColumns } from '../member-files/member-columns.ts';
import { openFile, releaseFile, requireParts } from './import-file.ts';
import { keepParts } from './import-parts.store.ts';
import {
  countFaults,
  deleteFaults,
  findImport,
  insertImport,
  listFaults,
  lockImport,
  updateImport,
  type ImportChange,
  type StoredImport,
} from './imports.store.ts';
import { importJob, inNumbers } from './run-import.ts';

/** Begins an import. The same press again is answered with its import. @throws Refusal import-too-large */
export async function beginImport(
  services: Services,
  { site, staffId, actor }: Administration,
  { key, name, bytes }: { key: string; name: string; bytes: number },
): Promise<MemberImport> {
  if (bytes > importLimits.fileMaxBytes) throw new Refusal('import-too-large');
  const wish = { id: newId('imp_'), siteId: site.id, staffId: staffId!, actor, fileName: name, bytes, key };
  const stored = await transaction(services.db, (tx) => insertImport(tx, wish));
  return showImport(services.db, site, stored);
}

/** @throws Refusal import-not-found */
export async function requireImport(services: Services, site: Site, importId: string): Promise<StoredImport> {
  const found = await findImport(services.db, { siteId: site.id, importId });
  if (!found) throw new Refusal('import-not-found');
  return found;
}

/** Reads what the columns are called, once the file is there. @throws Refusal import-not-ready, import-unreadable */
export async function readUploaded(services: Services, site: Site, importId: string): Promise<MemberImport> {
  const stored = await requireImport(services, site, importId);
  if (!['uploading', 'uploaded'].includes(stored.state)) throw new Refusal('import-not-ready');
  await requireParts(services, stored);
  const header = await readFirstRows(services, site, importId);
  return change(services, site, importId, ['uploading', 'uploaded'], () => ({ state: 'uploaded', header }));
}

const exampleLength = 40;

async function readFirstRows(services: Services, site: Site, importId: string): Promise<MemberImport['header']> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readCsv(openFile(services, importId))) {
      rows.push(cells);
      if (rows.length > 3) break;
    }
  } catch (error) {
    if (error instanceof CsvFault)
      throw new Refusal('import-unreadable', { message: error.message, extras: { line: error.line } });
    throw error;
  }
  const [names, ...others] = rows;
  if (!names) throw new Refusal('import-unreadable', { message: 'The file is empty.' });
  const separated = separatorFault(names, 1);
  if (separated) throw new Refusal('import-unreadable', { message: separated.message });
  if (names.length > importLimits.columnsMost)
    throw new Refusal('import-unreadable', { message: `A file takes at most ${importLimits.columnsMost} columns.` });
  const suggestions = suggestColumns(site, names);
  return names.map((name, index) => ({
    name: (unmarkCell(name) ?? '').trim().slice(0, 200),
    suggestion: suggestions[index]!,
    example: exampleOf(others.map((cells) => unmarkCell(cells[index] ?? '') ?? '')),
  }));
}

/** The first value that is there. A hash is a credential, and is not shown. */
function exampleOf(values: readonly string[]): string {
  const value = values.find((each) => each !== '') ?? '';
  if (/^(?:[$*{]|\w+\$)/.test(value)) return '•••';
  return value.length > exampleLength ? `${value.slice(0, exampleLength)}…` : value;
}

/** Has every row looked at, in the background. @throws Refusal import-not-ready */
export function checkImport(
  services: Services,
  { site, ...by }: Administration,
  { importId, columns, mayUpdate }: { importId: string; columns: (string | null)[]; mayUpdate: boolean },
): Promise<MemberImport> {
  return change(
    services,
    site,
    importId,
    ['uploaded', 'checked'],
    () => ({ state: 'checking', columns, mayUpdate, counts: null, checkedCounts: null }),
    async (tx) => {
      await deleteFaults(tx, { siteId: site.id, importId });
      await recordAct(tx, { ...by, siteId: site.id, action: 'members.import-checked', subject: importId });
    },
  );
}

/** What a person saw of a check: what columns were said to hold, and whether members may be updated. */
type Check = Pick<StoredImport, 'columns' | 'mayUpdate'>;

const isOf = ({ columns, mayUpdate }: StoredImport, seen: Check | undefined): boolean =>
  seen === undefined || isSame({ columns, mayUpdate }, seen);

/**
 * Imports a file that was looked at, in the background.
 *
 * @param seen the check whose numbers the person saw, where they said so
 * @throws Refusal import-not-ready, import-has-faults
 */
export async function applyImport(
  services: Services,
  { site, ...by }: Administration,
  { importId, skipsFaults, seen }: { importId: string; skipsFaults: boolean; seen?: Check | undefined },
): Promise<MemberImport> {
  const found = await requireImport(services, site, importId);
  // The same press again.
  if (found.state === 'applying' && isOf(found, seen)) return showImport(services.db, site, found);
  return change(
    services,
    site,
    importId,
    ['checked'],
    (stored) => {
      if (!isOf(stored, seen)) throw new Refusal('import-not-ready', { message: lookedAtAnew });
      const { counts } = stored;
      if (!counts?.isWhole || (counts.faulty > 0 && !skipsFaults)) throw new Refusal('import-has-faults');
      return {
        state: 'applying',
        skipsFaults,
        reason: by.reason ?? undefined,
        counts: null,
        checkedCounts: counts,
        applier: { staffId: by.staffId!, actor: by.actor },
      };
    },
    async (tx, { counts }) => {
      await deleteFaults(tx, { siteId: site.id, importId });
      const note = inNumbers('begun', counts);
      await recordAct(tx, { ...by, siteId: site.id, action: 'members.imported', subject: importId, note });
    },
  );
}

const lookedAtAnew =
  'The file has been looked at otherwise since you saw it. Nothing was imported: see what it would do now.';

/** Stops an import and gives its file up. Members who were imported stay. Idempotent. */
export async function cancelImport(
  services: Services,
  { site, ...by }: Administration,
  importId: string,
): Promise<MemberImport> {
  const place = { siteId: site.id, importId };
  return transaction(services.db, async (tx) => {
    const stored = await lockImport(tx, place);
    if (!stored) throw new Refusal('import-not-found');
    if (stored.endedAt === null) {
      await updateImport(tx, place, { state: 'cancelled', isEnded: true });
      await releaseFile(tx, importId);
      const note = stored.state === 'applying' ? inNumbers('by then', stored.counts) : undefined;
      await recordAct(tx, { ...by, siteId: site.id, action: 'members.import-cancelled', subject: importId, note });
    }
    return showImport(tx, site, (await findImport(tx, place))!);
  });
}

/** Takes an import a step on, if it is at one of these; the next run of its job is queued with it. */
function change(
  { db }: Services,
  site: Site,
  importId: string,
  from: readonly MemberImport['state'][],
  decide: (stored: StoredImport) => ImportChange,
  alongside?: (tx: Transaction, stored: StoredImport) => Promise<void>,
): Promise<MemberImport> {
  const place = { siteId: site.id, importId };
  return transaction(db, async (tx) => {
    const stored = await lockImport(tx, place);
    if (!stored || !from.includes(stored.state)) throw new Refusal('import-not-ready');
    const wanted = decide(stored);
    await updateImport(tx, place, wanted);
    await keepParts(tx, importId);
    await alongside?.(tx, stored);
    if (wanted.state === 'checking' || wanted.state === 'applying')
      await addJob(tx, importJob, place, { key: importId });
    return showImport(tx, site, (await findImport(tx, place))!);
  });
}

const faultsShown = 100;

/** An import as it is shown; the schema of the answer leaves out the rest. */
export async function showImport(db: Database, site: Site, stored: StoredImport): Promise<MemberImport> {
  const place = { siteId: site.id, importId: stored.id };
  const faults = await listFaults(db, place, { after: -1, limit: faultsShown });
  return {
    ...stored,
    targets: importTargets(site),
    faults,
    faultCount: faults.length < faultsShown ? faults.length : await countFaults(db, place),
    createdAt: stored.createdAt.toISOString(),
    endedAt: stored.endedAt?.toISOString() ?? null,
  };
}

const faultsAtOnce = 1_000;

/** The faults of a file by line, as CSV in pieces, and that there are more where not all were kept. They hold no value of the file. */
export async function* exportFaults(db: Database, { siteId, id }: StoredImport): AsyncGenerator<string> {
  yield `${byteOrderMark}${toCsvLine(['Line', 'Column', 'Fault', 'What to do'])}\r\n`;
  let written = 0;
  for (let after = -1; ;) {
    const faults = await listFaults(db, { siteId, importId: id }, { after, limit: faultsAtOnce });
    if (faults.length === 0) break;
    yield faults
      .map(({ line, column, code, message }) => `${toCsvLine([String(line), column, code, message])}\r\n`)
      .join('');
    after = faults.at(-1)!.number;
    written += faults.length;
  }
  if (written === importLimits.faultsKept) yield `${toCsvLine([null, null, 'more-faults', moreFaults])}\r\n`;
}

const moreFaults = `These are the first ${importLimits.faultsKept} faults, and there may be more. Mend them and send the file again.`;
