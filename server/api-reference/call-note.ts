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
  /** The field of a form that carries a file, for a call that takes one instead of JSON. */
  file?: string;
  /** What the answer is, where it is not JSON. Of a page the refusals are pages too. */
  mediaType?: 'text/html' | 'text/plain' | 'image/webp' | 'application/octet-stream';
  /** What success answers with, where it is not 200. */
  status?: 302;
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

/** What is no call but belongs to a subject: how a window ends, what we send by ourselves. */
export interface Chapter {
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  /** Words and what each of them means. */
  terms?: readonly (readonly [term: string, meaning: string])[];
  /** Lines to copy. */
  example?: string;
}

/** Calls of one subject, each under its method and path as the server mounts it: `POST /auth/login`. */
export interface CallGroup {
  title: string;
  about: string;
  /** Whose public key the examples carry, where it is not the demonstration site's. */
  publicKey?: string;
  calls: Record<string, CallNote>;
  chapters?: readonly Chapter[];
}
