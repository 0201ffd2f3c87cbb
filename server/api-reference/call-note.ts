import type { CallDefinition, CallName, CallTable } from '../../contract/call.ts';

/** What the contract does not say about a call: what it is for and how it looks. */
export interface CallNote {
  /** What it does, in a few words without a full stop. */
  summary: string;
  /** What one has to know besides; sentences. */
  about?: string;
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

/** A call as the contract declares it, with what is said about it. */
export interface NotedCall {
  /** Method and path: `POST /auth/login`. */
  name: CallName;
  definition: CallDefinition;
  note: CallNote;
}

/** Calls of one subject, in the order they are read. */
export interface CallGroup {
  title: string;
  about: string;
  /** Whose public key the examples carry, where it is not the demonstration site's. */
  publicKey?: string;
  calls: readonly NotedCall[];
  chapters?: readonly Chapter[];
}

/**
 * Says of the calls of one subject what the contract does not.
 *
 * @param table the calls as the contract declares them; one without a note does not compile
 */
export function describeCalls<Table extends CallTable>(
  table: Table,
  { notes, ...about }: Omit<CallGroup, 'calls'> & { notes: Record<keyof Table & CallName, CallNote> },
): CallGroup {
  const calls = (Object.entries(notes) as [keyof Table & CallName, CallNote][]).map(([name, note]) => ({
    name,
    definition: table[name],
    note,
  }));
  return { ...about, calls };
}
