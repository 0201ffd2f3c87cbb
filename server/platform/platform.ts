import type { CardProvider } from './cards/card-provider.ts';
import type { Clock } from './clock.ts';
import type { PooledDatabase } from './database/database.ts';
import type { Reports } from './database/reports.ts';
import type { Files } from './files/files.ts';
import type { RateLimits } from './http/limits.ts';
import type { Images } from './files/images.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';
import type { Retention } from './retention.ts';

/** The outside world as dependencies (dependency injection). */
export interface Platform {
  db: PooledDatabase;
  /** Reads that a standby may answer. */
  reports: Reports;
  clock: Clock;
  keys: Keys;
  limits: RateLimits;
  cards: CardProvider;
  log: Log;
  files: Files;
  images: Images;
  /** The only way to call untrusted addresses. */
  outbound: Outbound;
  /** Days that ended rows are kept. */
  retention: Retention;
  /** Whether this is production: real people and real money. */
  production: boolean;
  /**
   * Pays a checkout as at the page of the card sandbox; missing where there is none. For the demonstration's students.
   *
   * @param card number of a test card
   */
  payAtSandbox?: ((checkoutId: string, card: string) => Promise<void>) | undefined;
  /** Our own origin, without a trailing slash. The only base of any link we send. */
  appUrl: string;
  /** The origin of uploaded files, such as members' pictures; `appUrl` unless they have one of their own. */
  uploadsUrl: string;
}
