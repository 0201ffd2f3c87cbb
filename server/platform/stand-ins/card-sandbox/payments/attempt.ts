import type { Session } from '../wire/objects.ts';

/** What came of one press on Pay at a checkout. */
export type Attempt =
  | { outcome: 'complete' | 'expired'; session: Session }
  /** The bank wants the cardholder to confirm first. */
  | { outcome: 'confirm'; session: Session }
  | { outcome: 'declined'; message: string };
