import * as z from 'zod/mini';

/** Where traces go and how many. */
export interface TracingSettings {
  /** The address of the collector, as OTEL_EXPORTER_OTLP_ENDPOINT names it. */
  endpoint: string;
  /** Sent with each export: secrets of the collector. */
  headers: Record<string, string>;
  serviceName: string;
  sampler: SamplerName;
  /** The share of traces, from 0 to 1, of a sampler by ratio. */
  ratio: number;
  /** Whether `traceparent` of trusted proxies is believed. */
  believesProxies: boolean;
}

/** The samplers of OpenTelemetry's specification that need nothing beside the process. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

/** `key=value,other=value`, each percent-encoded (W3C Baggage, as OpenTelemetry's specification says). */
const isHeaderList = (text: string) =>
  text.split(',').every((pair) => /^\s*[\w-]+\s*=[\x21-\x2b\x2d-\x7e]+\s*$/.test(pair));

const isBase = ({ protocol, search, hash, username, password }: URL) =>
  ['http:', 'https:'].includes(protocol) && search + hash + username + password === '';

/** The variables of OpenTelemetry's specification that the product reads, with their schemas. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.string().check(
      z.refine((text) => URL.canParse(text) && isBase(new URL(text)), {
        error:
          'OTEL_EXPORTER_OTLP_ENDPOINT must be an address beginning with http:// or https://, such as http://127.0.0.1:4318; what proves the sender goes to OTEL_EXPORTER_OTLP_HEADERS',
      }),
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    z.string().check(
      z.refine(isHeaderList, {
        error: 'OTEL_EXPORTER_OTLP_HEADERS must be key=value, several separated by commas, values percent-encoded',
      }),
    ),
  ),
  OTEL_SERVICE_NAME: z.optional(
    z
      .string()
      .check(z.regex(/^[\w .-]{1,100}$/, 'OTEL_SERVICE_NAME must be 1 to 100 letters, digits, spaces or . _ -')),
  ),
  OTEL_TRACES_SAMPLER: z.optional(
    z.enum(samplers, { error: `OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}` }),
  ),
  OTEL_TRACES_SAMPLER_ARG: z.optional(
    z.string().check(
      z.refine((text) => /^(?:0|1|0?\.\d{1,9}|[01]\.0+)$/.test(text), {
        error: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, the share of traces that is recorded',
      }),
    ),
  ),
  OTEL_PROPAGATORS: z.optional(
    z.enum(['tracecontext', 'none'], { error: 'OTEL_PROPAGATORS must be tracecontext or none' }),
  ),
};

type Given = Partial<Record<keyof typeof tracingVariables, string>>;

/** @param given variables that fit their schemas. @returns undefined where no traces are wanted */
export function readTracing(given: Given): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = given;
  if (endpoint === undefined) return undefined;
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: Object.fromEntries((headers?.split(',') ?? []).map(readHeader)),
    serviceName: given.OTEL_SERVICE_NAME ?? 'intake',
    sampler: (given.OTEL_TRACES_SAMPLER as SamplerName | undefined) ?? 'parentbased_always_on',
    ratio: Number(given.OTEL_TRACES_SAMPLER_ARG ?? 1),
    believesProxies: given.OTEL_PROPAGATORS !== 'none',
  };
}

function readHeader(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
}

/** A value that is not percent-encoded is taken as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
