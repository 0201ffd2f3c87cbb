import type * as z from 'zod/mini';
import {
  refusalsOf,
  splitName,
  type CallDefinition,
  type Chapter,
  type DescribedCall,
  type PublicCaller,
} from '../../contract/call.ts';
import { errors, type ErrorCode } from '../../contract/errors.ts';
import type { CallGroup } from './call-groups.ts';
import { toSchema, type Json } from './json-schema.ts';
import { limitLine } from './limits.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

const security: Record<PublicCaller, Json[]> = {
  visitor: [{ publicKey: [] }],
  member: [{ publicKey: [], session: [] }],
  server: [{ secretKey: [] }],
  open: [],
};

/**
 * The API in OpenAPI 3.1, generated from the schemas that validate requests and answers, and from the notes.
 *
 * @param origin our own, as the server of the examples
 */
export function buildOpenApi(groups: readonly CallGroup[], origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  const described = groups.flatMap((group) => group.calls.map((call) => ({ group, ...call })));
  for (const { group, name, definition } of described) {
    const [method, pattern] = splitName(name);
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    const description = [definition.about, limitLine(definition)].filter(Boolean).join('\n\n');
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      tags: [group.title],
      summary: definition.summary,
      ...(description === '' ? {} : { description }),
      security: security[definition.caller],
      ...describeRequest(definition, schemas),
      responses: { ...describeSuccess(definition, schemas), ...describeRefusals(definition) },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Intake', version: '1.0.0', summary: 'Membership and enrolment over HTTP' },
    servers: [{ url: origin }],
    tags: groups.map(({ title, about, chapters = [] }) => ({
      name: title,
      description: [about, ...chapters.map(asMarkdown)].join('\n\n'),
    })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: { schemas, securitySchemes },
  };
}

const securitySchemes = {
  publicKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The public key of the site: pk_…' },
  session: { type: 'http', scheme: 'bearer', description: 'The access token sign-up and log-in answer with.' },
  secretKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A secret key of the site: sk_…' },
};

function describeRequest({ params, query, body, file, example }: DescribedCall, shared: Json): Json {
  const parameters = [
    ...parametersIn('path', params, example.params, shared),
    ...parametersIn('query', query, example.query, shared),
  ];
  if (file !== undefined) {
    const schema = { type: 'object', required: [file], properties: { [file]: { type: 'string', format: 'binary' } } };
    return { parameters, requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return { parameters };
  const content = { schema: toSchema(body, 'input', shared), example: example.body };
  return { parameters, requestBody: { content: { 'application/json': content } } };
}

function parametersIn(
  place: 'path' | 'query',
  schema: z.core.$ZodType | undefined,
  examples: Record<string, string> = {},
  shared: Json,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input', shared) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }));
}

function describeSuccess(call: DescribedCall, shared: Json): Json {
  const { status = 200, mediaType, answer: schema, example } = call;
  const { answer } = example;
  if (typeof answer === 'string') {
    const content = mediaType && { content: { [mediaType]: { schema: { type: 'string' } } } };
    return { [status]: { description: answer, ...content } };
  }
  const json = { schema: schema ? toSchema(schema, 'output', shared) : {}, example: answer };
  return { [status]: { description: 'Success', content: { 'application/json': json } } };
}

function describeRefusals(call: CallDefinition): Json {
  const codes = refusalsOf(call);
  const statuses = new Set(codes.map((code) => errors[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const ofStatus = codes.filter((code) => errors[code].status === status);
      const description = ofStatus.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n');
      return [status, { description, content: refusalContent(call, ofStatus) }];
    }),
  );
}

const refusalContent = ({ mediaType }: CallDefinition, codes: ErrorCode[]): Json =>
  mediaType === 'text/html'
    ? { 'text/html': { schema: { type: 'string' } } }
    : {
        'application/json': {
          schema: errorSchema(codes),
          examples: Object.fromEntries(
            codes.map((code) => [code, { value: { error: { code, message: errors[code].message } } }]),
          ),
        },
      };

const errorSchema = (codes: ErrorCode[]): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: codes }, message: { type: 'string' }, requestId: { type: 'string' } },
    },
  },
});

const asMarkdown = ({ title, text, terms = [], example }: Chapter): string =>
  [
    `### ${title}`,
    ...text,
    terms.map(([term, meaning]) => `- ${term}: ${meaning}`).join('\n'),
    example === undefined ? '' : `\`\`\`\n${example}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
