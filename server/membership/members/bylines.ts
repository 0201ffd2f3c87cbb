import type { Database } from '../../platform/database/database.ts';
import type { Site } from '../sites/site.ts';
import { pickVisible, readFields } from './custom-fields.ts';
import { listRows } from './members.store.ts';
import { profileImageAddress } from './picture/profile-image-address.ts';

/** What readers see of a comment's author. */
export interface Byline {
  id: string;
  customFields: Record<string, string>;
  profileImage: string | null;
}

/** Bylines by member id; deleted members are missing. @param options.reader decides which fields are visible */
export async function listBylines(
  services: { uploadsUrl: string },
  db: Database,
  { site, memberIds, reader }: { site: Site; memberIds: string[]; reader: 'member' | 'visitor' },
): Promise<Map<string, Byline>> {
  const rows = memberIds.length === 0 ? [] : await listRows(db, memberIds);
  return new Map(
    rows.map((row) => {
      const fields = readFields(site.fields, row.custom_fields, row.password_hash !== null);
      const customFields = pickVisible(site.fields, fields, reader);
      const profileImage = profileImageAddress(services, row.profile_image);
      return [row.id, { id: row.id, customFields, profileImage }];
    }),
  );
}
