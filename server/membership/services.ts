import type { Platform } from '../platform/platform.ts';
import type { MailStyle } from './mail-look.ts';
import type { Sites } from './sites/sites.ts';

/** What the rules of membership work with. */
export interface Services extends Platform {
  sites: Sites;
  /** Another domain's say in how mails look; asked at each mail. */
  mailStyle?: MailStyle | undefined;
}
