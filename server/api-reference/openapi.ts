import * as z from 'zod/mini';
import { errors, type ErrorCode } from '../../contract/errors.ts';
import { Member, PlanConnection } from '../../contract/members.ts';
import { App, ContentGroup, Plan } from '../../contract/site.ts';
import type { CallGroup, CallNote, Caller } from './call-note.ts';
import type { DescribedRoute } from '../platform/http/described-routes.ts';

export type Json = Record<string, unknown>;

/** Objects that many answers show; described once and referred to by name. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({ Member, PlanConnection, App, Plan, ContentGroup }))
  named.add(schema, { id });

/** Refusals any call may meet, by who makes it. */
const everywhere: ErrorCode[] = ['invalid-request', 'too-many-requests', 'service-unavailable', 'unknown-error'];
const byCaller: Record<Caller, ErrorCode[]> = {
  visitor: ['app-not-found', 'origin-not-allowed', ...everywhere],
  member: ['app-not-found', 'origin-not-allowed', 'login-required', ...everywhere],
  server: ['invalid-secret-key', ...everywhere],
  open: everywhere,
};
const withBody: ErrorCode[] = ['invalid-json', 'body-too-large', 'unsupported-media-type'];

/** Every refusal of a call, its own first. */
export function errorsOf(note: CallNote, hasBody: boolean): ErrorCode[] {
  return [...new Set([...(note.errors ?? []), ...byCaller[note.caller], ...(hasBody ? withBody : [])])];
}

const security: Record<Caller, Json[]> = {
  visitor: [{ publicKey: [] }],
  member: [{ publicKey: [], session: [] }],
  server: [{ secretKey: [] }],
  open: [],
};

/**
 * The API in OpenAPI 3.1, made of the schemas that check each request and answer, and of the notes beside them.
 *
 * @param origin our own, as the server of the examples
 */
export function buildOpenApi(routes: readonly DescribedRoute[], groups: readonly CallGroup[], origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const { group, key, note, route } of matchNotes(routes, groups)) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = {
      operationId: key,
      tags: [group.title],
      summary: note.summary,
      ...(note.about ? { description: note.about } : {}),
      security: security[note.caller],
      ...describeRequest(route, note, schemas),
      responses: describeAnswers(route, note, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Intake', version: '1.0.0', summary: 'Membership and enrolment over HTTP' },
    servers: [{ url: origin }],
    tags: groups.map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: { schemas, securitySchemes },
  };
}

const securitySchemes = {
  publicKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The public key of the site: pk_…' },
  session: { type: 'http', scheme: 'bearer', description: 'The access token sign-up and log-in answer with.' },
  secretKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A secret key of the site: sk_…' },
};

export interface NotedCall {
  group: CallGroup;
  /** Method and path as mounted: `POST /auth/login`. */
  key: string;
  note: CallNote;
  route: DescribedRoute;
}

const keyOf = ({ method, url }: DescribedRoute) => `${method} ${url}`;

/** Puts each note to its route, in the order of the notes. */
export function matchNotes(routes: readonly DescribedRoute[], groups: readonly CallGroup[]): NotedCall[] {
  const mounted = new Map(routes.map((route) => [keyOf(route), route]));
  return groups.flatMap((group) =>
    Object.entries(group.calls).flatMap(([key, note]) => {
      const route = mounted.get(key);
      return route ? [{ group, key, note, route }] : [];
    }),
  );
}

/** What is mounted without a note, and what is noted without being mounted. A test keeps both empty. */
export function findGaps(routes: readonly DescribedRoute[], groups: readonly CallGroup[]): string[] {
  const mounted = new Set(routes.map(keyOf));
  const noted = new Set(groups.flatMap((group) => Object.keys(group.calls)));
  return [...mounted].filter((key) => !noted.has(key)).concat([...noted].filter((key) => !mounted.has(key)));
}

function describeRequest({ schemas }: DescribedRoute, { example }: CallNote, shared: Json): Json {
  const parameters = [
    ...parametersIn('path', schemas.params, example.params, shared),
    ...parametersIn('query', schemas.querystring, example.query, shared),
  ];
  if (!schemas.body) return { parameters };
  const content = { schema: toSchema(schemas.body, 'input', shared), example: example.body };
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

function describeAnswers({ schemas }: DescribedRoute, note: CallNote, shared: Json): Json {
  const { example } = note;
  const success = schemas.response?.['200'];
  const answers: Json = {
    '200': success
      ? {
          description: 'Success',
          content: { 'application/json': { schema: toSchema(success, 'output', shared), example: example.answer } },
        }
      : { description: typeof example.answer === 'string' ? example.answer : 'Success' },
  };
  const codes = errorsOf(note, schemas.body !== undefined);
  for (const status of new Set(codes.map((code) => errors[code].status))) {
    const ofStatus = codes.filter((code) => errors[code].status === status);
    answers[String(status)] = {
      description: ofStatus.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
      content: {
        'application/json': {
          schema: errorSchema(ofStatus),
          examples: Object.fromEntries(
            ofStatus.map((code) => [code, { value: { error: { code, message: errors[code].message } } }]),
          ),
        },
      },
    };
  }
  return answers;
}

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

/** A schema as OpenAPI knows it; what has a name goes to the shared ones. */
function toSchema(schema: z.core.$ZodType, io: 'input' | 'output', shared: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, { io, metadata: named as never, unrepresentable: 'any' }) as Json & { $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) shared[id] ??= withSharedNames(definition as Json);
  return withSharedNames(own);
}

const withSharedNames = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
