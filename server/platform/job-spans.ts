import { currentSpan, runInSpan, startSpan } from './tracing/tracing.ts';

/** What a stored payload says of the span which queued the job. No kind has fields of these names. */
interface Carried {
  traceparent?: string;
  traceBeganMs?: number;
}

/**
 * Milliseconds from the beginning of a trace within which a job belongs to it; a later one refers to it. Of the trace, not
 * of the job: one that queues itself again while a service is away would make a trace without an end.
 */
const sameTraceMs = 600_000;

/** A payload with the current span, so that the job continues its trace; unchanged outside of one. */
export function carryTrace(payload: unknown): unknown {
  const span = currentSpan();
  if (!span) return payload;
  const { traceparent, traceBeganMs } = span;
  return { ...(payload as object), ...({ traceparent, traceBeganMs } satisfies Carried) };
}

/** A job as the queue hands it over. */
interface QueuedJob {
  payload: unknown;
  task_identifier: string;
  attempts: number;
  created_at: Date;
}

/** Runs a job in its span, where tracing is on. @throws what the job throws */
export function runJobSpan(job: QueuedJob, lane: string, work: () => Promise<void>): Promise<void> {
  const { payload, task_identifier: name, attempts, created_at: queuedAt } = job;
  const { traceparent, traceBeganMs = new Date(queuedAt).getTime() } = (payload ?? {}) as Carried;
  const isSameTrace = Date.now() - traceBeganMs < sameTraceMs;
  const span = startSpan(`job ${name}`, {
    kind: 'consumer',
    attributes: { 'intake.job.name': name, 'intake.job.lane': lane, 'intake.job.attempt': attempts },
    ...(isSameTrace ? { parent: traceparent, traceBeganMs } : { link: traceparent }),
  });
  return span ? runInSpan(span, work) : work();
}
