import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type SpanContext,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { createOutage } from '../outage.ts';
import type { TracingSettings } from './tracing-env.ts';
import { recordTraces, type Span, type SpanAttributes, type SpanOptions, type SpanOrigin } from './tracing.ts';

/** Milliseconds between two exports, and the longest that one may take, with its retries. */
const exportEveryMs = 2_000;
const exportMs = 10_000;
/** Spans that wait for the collector; further ones are dropped, so that its absence costs a bounded memory. */
const mostWaiting = 2_048;
/** Milliseconds to hand over the last spans while the process stops. */
export const flushMs = 2_000;

/**
 * Records traces and sends them to a collector by OTLP over HTTP, as protobuf. Export runs beside all work: a collector
 * that is away or slow costs spans, never an answer.
 *
 * @returns how to end it, within `flushMs`
 */
export function startTracing(settings: TracingSettings, log: Log): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: exportMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellOfOutages(exporter, log),
        scheduledDelayMillis: exportEveryMs,
        exportTimeoutMillis: exportMs,
        maxQueueSize: mostWaiting,
      }),
    ],
  });
  const tracer = provider.getTracer('intake');
  const stopRecording = recordTraces({
    start(name, { kind = 'internal', attributes = {}, parent, traceBeganMs, link }: SpanOptions & SpanOrigin) {
      const linked = link === undefined ? undefined : readTraceparent(link);
      const links: Link[] = linked ? [{ context: linked }] : [];
      const options = { kind: kinds[kind], attributes: withoutGaps(attributes), links };
      const inherited = typeof parent === 'object' ? parent.traceBeganMs : traceBeganMs;
      return wrap(tracer.startSpan(name, options, contextOf(parent)), inherited ?? Date.now());
    },
  });
  return async () => {
    stopRecording();
    const waited = new AbortController();
    const late = sleep(flushMs, undefined, waited).catch(() => undefined);
    // What cannot be handed over now is lost: the process ends all the same.
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    waited.abort();
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('ratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

/** @param traceparent read as W3C Trace Context says; what does not parse is as if it were not there */
function readTraceparent(traceparent: string): SpanContext | undefined {
  const read = parseTraceParent(traceparent);
  return read ? { ...read, isRemote: true } : undefined;
}

/** The SDK's spans by ours. */
const wrapped = new WeakMap<Span, ReturnType<typeof trace.wrapSpanContext>>();

function contextOf(parent: Span | string | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  if (typeof parent === 'string') {
    const read = readTraceparent(parent);
    return read ? trace.setSpanContext(ROOT_CONTEXT, read) : ROOT_CONTEXT;
  }
  const span = wrapped.get(parent);
  return span ? trace.setSpan(ROOT_CONTEXT, span) : contextOf(parent.traceparent);
}

function wrap(inner: ReturnType<typeof trace.wrapSpanContext>, traceBeganMs: number): Span {
  const { traceId, spanId, traceFlags } = inner.spanContext();
  const span: Span = {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    traceBeganMs,
    set: (attributes) => void inner.setAttributes(withoutGaps(attributes)),
    fail(type) {
      // The code alone: messages quote what people typed.
      inner.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
    },
    end: () => inner.end(),
  };
  wrapped.set(span, inner);
  return span;
}

const withoutGaps = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).filter((each): each is [string, string | number | boolean] => each[1] !== undefined),
  );

/** One line when the collector stops taking traces, one when it takes them again. */
function tellOfOutages(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  const outage = createOutage(log, {
    begun: 'the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not take traces',
    ended: 'the collector takes traces again',
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) outage.end();
        else outage.begin(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
