import { errors, type ErrorCode } from '../../contract/errors.ts';

/** Details of a refusal beside its code. */
export interface RefusalDetails {
  /** Replaces the table's default sentence. Plain text for people, never inner detail. */
  message?: string;
  /** Further fields of the error body, `providerKey` say. */
  extras?: Record<string, unknown>;
  /** Sent as `Retry-After`, in whole seconds. */
  retryAfterSeconds?: number;
  /** The name of the limit that is used up. Never sent. */
  limit?: string;
  /** Whether its cause has been logged, so that each answer needs no line of its own. */
  isLogged?: boolean;
}

/** An expected "no" with a stable code. Thrown by rules, turned into an answer in one place. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: string | undefined;
  readonly isLogged: boolean;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? errors[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.status = errors[code].status;
    this.extras = details.extras ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.limit = details.limit;
    this.isLogged = details.isLogged ?? false;
  }
}
