import type { CardProvider } from './cards/card-provider.ts';
import type { Clock } from './clock.ts';
import type { PooledDatabase } from './database/database.ts';
import type { Files } from './files/files.ts';
import type { RateLimits } from './http/limits.ts';
import type { Images } from './files/images.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';

/** The outside world, passed in to every rule that touches it. */
export interface Platform {
  db: PooledDatabase;
  clock: Clock;
  keys: Keys;
  limits: RateLimits;
  cards: CardProvider;
  log: Log;
  files: Files;
  images: Images;
  /** Calls to addresses that somebody else has named. Nothing of that kind goes past it. */
  outbound: Outbound;
  /** Whether real people are served, and real money moves. */
  production: boolean;
  /** Our own origin, without a trailing slash. The only base of any link we send. */
  appUrl: string;
  /** The origin of files from outside, members' pictures among them; `appUrl` unless they have one of their own. */
  uploadsUrl: string;
}
