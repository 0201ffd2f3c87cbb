import type { ErrorCode } from '../../contract/errors.ts';

/** Who may make a call, and with what. */
export type Caller =
  /** Any page of a site, with the site's public key. */
  | 'visitor'
  /** The same, with a session. */
  | 'member'
  /** A site's own server, with a secret key. */
  | 'server'
  /** A window or a program that carries no key in its headers. */
  | 'open';

/** What a schema does not say about a call: what it is for, who makes it, how it fails, how it looks. */
export interface CallNote {
  /** What it does, in a few words without a full stop. */
  summary: string;
  /** What one has to know besides; sentences. */
  about?: string;
  caller: Caller;
  /** Refusals of this call, besides those every call may meet. */
  errors?: readonly ErrorCode[];
  example: {
    /** Values of the parameters in the path. */
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    /** The answer's body; for an answer that is not JSON, a sentence about it. */
    answer: unknown;
  };
}

/** Calls of one subject, each under its method and path as the server mounts it: `POST /auth/login`. */
export interface CallGroup {
  title: string;
  about: string;
  calls: Record<string, CallNote>;
}
