import { uploadsPerMember } from '../../../../contract/calls/members.ts';
import { announceMember, lockMember } from '../members.ts';
import { type Transaction, transaction } from '../../../platform/database/database.ts';
import { doForAll } from '../../../platform/do-for-all.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { profileImageAddress } from './profile-image-address.ts';
import { deleteFile, insertFile, listUnownedFiles, replaceImage } from './stored-files.store.ts';

const imageType = 'image/webp';
const fileName = /^[a-z0-9]{24}\.webp$/;

/**
 * Counts an upload, before any of it is read.
 *
 * @throws Refusal too-many-requests
 */
export const takeUpload = ({ limits }: Services, memberId: string): Promise<void> =>
  limits.take(uploadsPerMember, memberId);

/**
 * Makes a picture the member's own. The file is named in the database before it is stored and belongs to the member
 * after it, so that a process that dies in between leaves nothing that is not found again.
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
    // Nothing of it is there. After any other failure that is not known, and the row waits for the sweeper.
    if (error instanceof Refusal && error.code === 'storage-full') await deleteFile(services.db, name);
    throw error;
  }
  await changeImage(services, memberId, name);
  return profileImageAddress(services, name);
}

/** Takes the member's picture away. Safe to repeat. @throws Refusal member-not-found */
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

/** The picture behind an address. @throws Refusal not-found */
export async function getImageFile({ files }: Services, name: string): Promise<{ bytes: Buffer; type: string }> {
  const bytes = fileName.test(name) ? await files.read(name) : undefined;
  if (!bytes) throw new Refusal('not-found');
  return { bytes, type: imageType };
}

export const sweepJob = jobKind({ name: 'sweep-files', lane: 'upkeep', schedule: '7 * * * *' });
const sweptAtOnce = 100;

/** Has files that belong to nobody any more removed once the transaction has ended. */
export const sweepSoon = (tx: Transaction): Promise<void> => addJob(tx, sweepJob, {}, { key: 'soon' });

/** The file goes before its row: a process that dies in between finds the row again. */
export const sweepFiles = async ({ db, files }: Services): Promise<void> =>
  doForAll(await listUnownedFiles(db, sweptAtOnce), async (name) => {
    await files.remove(name);
    await deleteFile(db, name);
  });
