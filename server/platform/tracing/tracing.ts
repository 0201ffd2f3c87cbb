import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span tells besides its name and times. Never a value of a request, an address of a person or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Options of a span. */
export interface SpanOptions {
  /** `server` for a request, `client` for a call to another program, `consumer` for a job; `internal` by default. */
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
}

/** One piece of work in a trace, with its beginning and its end. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Both in the form of W3C Trace Context, with the sampling decision. */
  readonly traceparent: string;
  /** When the trace began, as far as this product knows, in milliseconds since 1970. */
  readonly traceBeganMs: number;
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed. @param type a class of errors, such as `57P03` or `503`; never a message */
  fail(type: string): void;
  end(): void;
}

/** Where a span belongs. */
export interface SpanOrigin {
  /** Makes it a part of that span's trace. */
  parent?: Span | string | undefined;
  /** When a trace given as text began, in milliseconds since 1970; now unless given. */
  traceBeganMs?: number | undefined;
  /** Refers to a span of another trace, in the form of a `traceparent`. */
  link?: string | undefined;
}

/** Records spans; there is one while tracing is on (`otlp.ts`). */
export interface TraceRecorder {
  start(name: string, options: SpanOptions & SpanOrigin): Span;
}

let recorder: TraceRecorder | undefined;
const active = new AsyncLocalStorage<Span>();

/** Switches tracing on for the process. @returns how to switch it off again */
export function recordTraces(given: TraceRecorder): () => void {
  recorder = given;
  return () => {
    if (recorder === given) recorder = undefined;
  };
}

/** The span of the work at hand; undefined while tracing is off and for work that is not traced. */
export const currentSpan = (): Span | undefined => active.getStore();

/** Begins a span of its own trace, or of the one it originates in; undefined while tracing is off. */
export const startSpan = (name: string, options: SpanOptions & SpanOrigin = {}): Span | undefined =>
  recorder?.start(name, options);

/** Runs work, and all that it awaits, as the work of a span. */
export const withinSpan = <T>(span: Span | undefined, work: () => T): T => (span ? active.run(span, work) : work());

/**
 * Runs work in a span of its own below the current one. Without a current one nothing is recorded, so that polling, for
 * example, makes no traces.
 *
 * @throws what the work throws; its class is noted in the span
 */
export function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  const span = parent && startSpan(name, { ...options, parent });
  return span ? runInSpan(span, () => work(span)) : work(undefined);
}

/** Runs work in a span that has been started, and ends it. @throws what the work throws */
export async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await withinSpan(span, work);
  } catch (error) {
    span.fail(classOf(error));
    if (typeof error === 'object' && error !== null) failedIn.set(error, span);
    throw error;
  } finally {
    span.end();
  }
}

/** The class of an error for `error.type`: its code, else its name. */
export function classOf(error: unknown): string {
  const { code, name } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    name?: string;
  };
  return typeof code === 'string' && /^[\w-]{1,60}$/.test(code) ? code : (name ?? 'unknown');
}

const failedIn = new WeakMap<object, Span>();

/** The outermost span that an error ended, for a log line that is written after it. */
export const spanOfFault = (error: unknown): Span | undefined =>
  typeof error === 'object' && error !== null ? failedIn.get(error) : undefined;

/** Fields of a log line that name its trace, as OpenTelemetry calls them. */
export function traceFields(): { trace_id: string; span_id: string } | Record<string, never> {
  const span = currentSpan();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
