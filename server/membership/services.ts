import type { Platform } from '../platform/platform.ts';
import type { Sites } from './sites/sites.ts';

/** What the rules of membership work with. */
export interface Services extends Platform {
  sites: Sites;
}
