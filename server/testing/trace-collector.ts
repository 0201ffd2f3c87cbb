import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** The part of opentelemetry-proto (v1) that tests look at; a decoder skips every other field. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);
const Export = root.lookupType('ExportTraceServiceRequest');

/** A span as the collector got it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty at the root of a trace. */
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number | boolean>;
  /** Ids of the traces that it refers to. */
  links: string[];
  hasFailed: boolean;
  service: string;
}

/** A collector of OpenTelemetry's, as far as traces go: OTLP over HTTP, as protobuf. */
export interface TraceCollector {
  endpoint: string;
  /** Every span so far. */
  spans: ReceivedSpan[];
  /** Every body so far, as the bytes came. */
  bodies: Buffer[];
  headers: IncomingHttpHeaders[];
  /** Exports that wait for an answer. */
  open: Set<ServerResponse>;
  /** How it answers: with a status, or never. */
  answer: number | 'silence';
  stop(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      collector.headers.push(request.headers);
      if (collector.answer === 'silence') {
        response.once('close', () => collector.open.delete(response));
        return void collector.open.add(response);
      }
      if (collector.answer === 200 && request.url === '/v1/traces') {
        collector.bodies.push(body);
        collector.spans.push(...readSpans(body));
      }
      return void response.writeHead(collector.answer, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const collector: TraceCollector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    open: new Set(),
    answer: 200,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

function readSpans(body: Buffer): ReceivedSpan[] {
  const options = { bytes: String, longs: Number, defaults: true };
  const { resourceSpans } = Export.toObject(Export.decode(body), options) as { resourceSpans: any[] };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map((span: any) => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        name: span.name,
        attributes: readAttributes(span.attributes),
        links: span.links.map((link: any) => hex(link.traceId)),
        hasFailed: span.status?.code === 2,
        service: readAttributes(resource.attributes)['service.name'],
      })),
    ),
  );
}

const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

const readAttributes = (pairs: any[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue ?? value.doubleValue]),
  );
