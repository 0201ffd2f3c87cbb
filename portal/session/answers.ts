/** Something the service is asked, whose answer several screens share. Decision 0008: no library for it. */
export interface Question<T> {
  /** Two questions with one name are one. */
  name: string;
  ask: () => Promise<T>;
  /** An answer this young is not asked for again when a screen opens or the window comes back. Milliseconds. */
  freshMs: number;
  /** The same for every member: kept when one logs out. */
  isForAll?: boolean;
  /** Forgotten as soon as no screen watches it. */
  isPassing?: boolean;
}

/** What is known of a question. A failed asking keeps the last answer. */
export interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
}

interface Entry {
  answer: Answer<unknown>;
  answeredAtMs: number;
  asking: Promise<unknown> | undefined;
  question: Question<unknown> | undefined;
  watchers: Set<() => void>;
}

/** Before a question is asked. */
export const nothingKnown: Answer<never> = { data: undefined, error: null, isFetching: false };
const entries = new Map<string, Entry>();

function entryOf(name: string): Entry {
  let entry = entries.get(name);
  if (!entry) {
    entry = {
      answer: nothingKnown,
      answeredAtMs: -Infinity,
      asking: undefined,
      question: undefined,
      watchers: new Set(),
    };
    entries.set(name, entry);
  }
  return entry;
}

function show(entry: Entry, change: Partial<Answer<unknown>>): void {
  entry.answer = { ...entry.answer, ...change };
  for (const tell of entry.watchers) tell();
}

/** What is known now, without asking. */
export function knownAnswer<T>({ name }: Question<T>): Answer<T> {
  return entryOf(name).answer as Answer<T>;
}

/** Whether an answer is old enough to be asked for again. */
export function isStale<T>({ name, freshMs }: Question<T>): boolean {
  return performance.now() - entryOf(name).answeredAtMs >= freshMs;
}

/** Asks the service; screens that ask meanwhile wait for the same answer. @throws what the asking throws */
export function askFor<T>(question: Question<T>): Promise<T> {
  const entry = entryOf(question.name);
  entry.question = question;
  if (!entry.asking) {
    const asking = question.ask().then(
      (data) => settle({ data, error: null }, data),
      (error: Error) => settle({ error }, Promise.reject(error)),
    );
    // Overtaken by an answer taken over meanwhile, or forgotten: what comes back is not shown.
    const settle = <R>(change: Partial<Answer<unknown>>, result: R): R => {
      if (entry.asking === asking) {
        entry.asking = undefined;
        entry.answeredAtMs = performance.now();
        show(entry, { ...change, isFetching: false });
      }
      return result;
    };
    entry.asking = asking;
    show(entry, { isFetching: true });
  }
  return entry.asking as Promise<T>;
}

/** The answer: the known one, asked again behind it when old, or a new one. @throws what the asking throws */
export async function loadAnswer<T>(question: Question<T>): Promise<T> {
  const { data } = knownAnswer(question);
  if (data === undefined) return askFor(question);
  if (isStale(question)) void askFor(question).catch(() => undefined);
  return data;
}

/** Takes over an answer that came with another call. */
export function setAnswer<T>({ name }: Question<T>, data: T): void {
  const entry = entryOf(name);
  entry.asking = undefined;
  entry.answeredAtMs = performance.now();
  show(entry, { data, error: null, isFetching: false });
}

/** Asks again what is watched, and lets the next screen ask what is not. Never throws. */
export async function refreshAnswer<T>({ name }: Question<T>): Promise<void> {
  const entry = entryOf(name);
  entry.answeredAtMs = -Infinity;
  if (entry.watchers.size > 0 && entry.question) await askFor(entry.question).catch(() => undefined);
}

/** Forgets every answer that belonged to the member who logged out. */
export function forgetAnswers(): void {
  for (const entry of entries.values()) {
    if (entry.question?.isForAll) continue;
    entry.asking = undefined;
    entry.answeredAtMs = -Infinity;
    show(entry, nothingKnown);
  }
}

/** Tells of every change until the returned function is called. */
export function watchAnswer<T>({ name, isPassing }: Question<T>, tell: () => void): () => void {
  const entry = entryOf(name);
  entry.watchers.add(tell);
  return () => {
    entry.watchers.delete(tell);
    if (isPassing && entry.watchers.size === 0) entries.delete(name);
  };
}
