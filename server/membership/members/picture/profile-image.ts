import { uploadsPerMember } from '../../../../contract/calls/members.ts';
import { announceMember, lockMember } from '../members.ts';
import { type Transaction, transaction } from '../../../platform/database/database.ts';
import { doForAll } from '../../../platform/do-for-all.ts';
import { addJob, addLoneJob, jobKind } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { profileImageAddress } from './profile-image-address.ts';
import { deleteFile, insertFile, listUnownedFiles, replaceImage } from './stored-files.store.ts';

const imageType = 'image/webp';
const fileName = /^[a-z0-9]{24}\.webp$/;

/**
 * Counts an upload against the limit, before its body is read.
 *
 * @throws Refusal too-many-requests
 */
export const takeUpload = ({ limits }: Services, memberId: string): Promise<void> =>
  limits.take(uploadsPerMember, memberId);

/**
 * Sets a member's picture. The file's row is written before the file and gets its member after it, so that a crash in
 * between leaves an unowned row that the sweep finds, and no orphaned file.
 *
 * @param upload the file as it was sent
 * @returns the picture's address
 * @throws Refusal invalid-file-type, storage-full, member-not-found
 */
export async function setProfileImage(services: Services, memberId: string, upload: Buffer): Promise<string | null> {
  const picture = await services.images.shrink(upload);
  const name = `${newId('')}.webp`;
  await insertFile(services.db, name);
  try {
    await services.files.save(name, picture, imageType);
  } catch (error) {
    // A full storage has stored nothing. After another failure the file may exist, so the row waits for the sweep.
    if (error instanceof Refusal && error.code === 'storage-full') await deleteFile(services.db, name);
    throw error;
  }
  await changeImage(services, memberId, name);
  return profileImageAddress(services, name);
}

/** Removes a member's picture. Idempotent. @throws Refusal member-not-found */
export const removeProfileImage = (services: Services, memberId: string): Promise<void> =>
  changeImage(services, memberId, null);

async function changeImage(services: Services, memberId: string, name: string | null): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { siteId } = await lockMember(services, tx, memberId);
    if (!(await replaceImage(tx, memberId, name))) throw new Refusal('service-unavailable');
    await announceMember(services, tx, { event: 'member.updated', siteId, memberId });
    await sweepSoon(tx);
  });
}

/** A stored picture by file name. @throws Refusal not-found */
export async function getImageFile({ files }: Services, name: string): Promise<{ bytes: Buffer; type: string }> {
  const bytes = fileName.test(name) ? await files.read(name) : undefined;
  if (!bytes) throw new Refusal('not-found');
  return { bytes, type: imageType };
}

/** Deletes unowned files: hourly, and at once when a file loses its member. */
export const sweepJob = jobKind({ name: 'sweep-files', lane: 'upkeep', schedule: '7 * * * *' });
const sweptAtOnce = 100;

/** Queues the sweep of unowned files, in the transaction that makes them so. */
export const sweepSoon = (tx: Transaction): Promise<void> => addJob(tx, sweepJob, {}, { key: 'soon' });

/**
 * Deletes unowned files, in batches that a job has time for. The file goes before its row: after a crash in between,
 * the next run finds the row again.
 */
export async function sweepFiles({ db, files }: Services): Promise<void> {
  const names = await listUnownedFiles(db, sweptAtOnce);
  await doForAll(names, async (name) => {
    await files.remove(name);
    await deleteFile(db, name);
  });
  if (names.length === sweptAtOnce) await addLoneJob(db, sweepJob, {}, { key: 'soon' });
}
