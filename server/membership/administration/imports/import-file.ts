import { importLimits } from '../../../../contract/console/imports-schemas.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { doForAll } from '../../../platform/do-for-all.ts';
import { addJob, addLoneJob, jobKind } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import {
  claimPart,
  deletePart,
  expireImports,
  insertPart,
  listEndedParts,
  listParts,
  releaseParts,
} from './import-parts.store.ts';

/** How many parts a file of so many bytes has. */
const partsOf = (bytes: number): number => Math.ceil(bytes / importLimits.partBytes);

/**
 * Stores a part of an import's file. A part that is there already is replaced.
 *
 * @throws Refusal import-not-ready for a part that the file does not have or that is longer or shorter; storage-full
 */
export async function savePart(
  { db, files }: Services,
  { id, bytes: all }: { id: string; bytes: number },
  { part, bytes }: { part: number; bytes: Buffer },
): Promise<void> {
  const isLast = part === partsOf(all) - 1;
  const length = isLast ? all - part * importLimits.partBytes : importLimits.partBytes;
  if (part >= partsOf(all) || bytes.length !== length) throw new Refusal('import-not-ready');
  const name = `${newId('')}.csv`;
  await insertPart(db, name);
  await files.save(name, bytes, 'text/csv');
  await transaction(db, (tx) => claimPart(tx, { importId: id, part, name }));
}

/** @throws Refusal import-not-ready where parts are missing */
export async function requireParts({ db }: Services, { id, bytes }: { id: string; bytes: number }): Promise<void> {
  if ((await listParts(db, id)).length !== partsOf(bytes)) throw new Refusal('import-not-ready');
}

/** The file of an import, a part in memory at a time. @throws Error where it was deleted meanwhile */
export async function* openFile({ db, files }: Services, importId: string): AsyncGenerator<Buffer> {
  for (const { name } of await listParts(db, importId)) {
    const bytes = await files.read(name);
    if (!bytes) throw new Error('a part of the file of an import is gone');
    yield bytes;
  }
}

/** Deletes the files of ended imports: hourly, and at once when one ends. */
export const sweepImportsJob = jobKind({ name: 'forget-import-files', lane: 'upkeep', schedule: '17 * * * *' });
const sweptAtOnce = 100;

/** Gives up the files of an import, in the transaction that ends it. */
export async function releaseFile(tx: Transaction, importId: string): Promise<void> {
  await releaseParts(tx, importId);
  await addJob(tx, sweepImportsJob, {}, { key: 'soon' });
}

/** Deletes files whose time is over. The file goes before its row: after a crash in between the next run finds the row. */
export async function sweepImports({ db, files }: Services): Promise<void> {
  const ended = await listEndedParts(db, sweptAtOnce);
  await expireImports(
    db,
    ended.flatMap(({ importId }) => importId ?? []),
  );
  await doForAll(ended, async ({ name }) => {
    await files.remove(name);
    await deletePart(db, name);
  });
  if (ended.length === sweptAtOnce) await addLoneJob(db, sweepImportsJob, {}, { key: 'soon' });
}
