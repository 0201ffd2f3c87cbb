import type { Migrations } from '../platform/database/migrate.ts';
import { platform } from './0001-platform.ts';

/** The whole history of the schema. A step that has landed is never changed; add the next one. */
export const migrations: Migrations = {
  '0001-platform': platform,
};
