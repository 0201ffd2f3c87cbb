import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';

type Write = (answer: unknown) => string;

const described = new WeakMap<z.core.$ZodType, object>();
const writers = new WeakMap<object, Write>();

/** A schema of answers as JSON Schema. Described once, whatever the number of routes and servers that answer with it. */
export function describeAnswer(schema: z.core.$ZodType): object {
  const known = described.get(schema);
  if (known) return known;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });
  described.set(schema, json);
  return json;
}

/**
 * Writes answers that a JSON Schema describes. The code for it is made when the first answer is written: for all routes
 * together it takes a fifth of a start.
 */
export function createWriter(schema: object): Write {
  const known = writers.get(schema);
  if (known) return known;
  let make: Write | undefined;
  const write: Write = (answer) => (make ??= fastJson(schema))(answer);
  writers.set(schema, write);
  return write;
}
