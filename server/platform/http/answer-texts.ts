import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';

type Write = (answer: unknown) => string;

const described = new WeakMap<z.core.$ZodType, object>();
const writers = new WeakMap<object, Write>();

/** An answer's schema as JSON Schema. Cached, because many routes and servers share one. */
export function describeAnswer(schema: z.core.$ZodType): object {
  const known = described.get(schema);
  if (known) return known;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
  described.set(schema, json);
  return json;
}

/**
 * Serializes answers by a JSON Schema. Compiled lazily at the first answer: compiling all routes takes a fifth of a
 * start.
 */
export function createWriter(schema: object): Write {
  const known = writers.get(schema);
  if (known) return known;
  let make: Write | undefined;
  const write: Write = (answer) => (make ??= fastJson(schema))(answer);
  writers.set(schema, write);
  return write;
}
