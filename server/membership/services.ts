import type { Platform } from '../platform/platform.ts';
import type { MailStyle } from './sites/mail-look.ts';
import type { DeletionDuties } from './members/deletion-duties.ts';
import type { Sites } from './sites/sites.ts';

/** What the rules of membership work with. */
export interface Services extends Platform {
  sites: Sites;
  /** Another domain's say in how mails look; asked at each mail. */
  mailStyle?: MailStyle | undefined;
  /** What other domains do when a member is deleted; each is handed in when services are built. */
  deletionDuties: DeletionDuties[];
}
