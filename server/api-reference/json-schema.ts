import * as z from 'zod/mini';
import { Member, PlanConnection } from '../../contract/members.ts';
import { App, ContentGroup, Plan } from '../../contract/site.ts';

/** A part of the OpenAPI description. */
export type Json = Record<string, unknown>;

/** Schemas shared by many answers, referred to by `$ref`. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({ Member, PlanConnection, App, Plan, ContentGroup }))
  named.add(schema, { id });

/**
 * Converts a schema to JSON Schema; named ones become shared components.
 *
 * @param shared the components, to which those of this schema are added
 */
export function toSchema(schema: z.core.$ZodType, io: 'input' | 'output', shared: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: named as never,
    unrepresentable: 'any',
    // The schema's metadata, such as its description.
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
  }) as Json & { $defs?: Json };
  for (const [id, definition] of Object.entries($defs)) shared[id] ??= withSharedNames(definition as Json);
  return withSharedNames(own);
}

const withSharedNames = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
