import type { FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { errors, type ErrorCode } from '../../../contract/errors.ts';
import { Refusal } from '../refusal.ts';
import { createWriter, describeAnswer } from './answer-texts.ts';

/** Bodies, queries and parameters typed by their zod schemas. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.core.$ZodType ? z.core.input<this['schema']> : unknown;
}

/** A server, or a part of one, whose routes take zod schemas. */
export type Http = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/**
 * Validates requests and serializes answers by the routes' schemas. A response schema is an allow-list: a field that is
 * not in it never leaves the server.
 */
export function useZodSchemas(app: FastifyInstance): Http {
  app.setValidatorCompiler(({ schema }) => (value) => {
    const result = z.safeParse(schema as z.core.$ZodType, value);
    return result.success ? { value: result.data } : { error: describeFault(result.error) };
  });
  app.setSerializerCompiler(({ schema }) => createWriter(schema as object));
  app.addHook('onRoute', (route) => {
    const written = route.schema?.response as Record<string, unknown> | undefined;
    if (!written) return;
    // A copy, because several routes may share one object.
    const response = Object.fromEntries(
      Object.entries(written).map(([status, schema]) => [status, isZod(schema) ? describeAnswer(schema) : schema]),
    );
    route.schema = { ...route.schema, response };
  });
  return app.withTypeProvider<ZodTypes>();
}

const isZod = (schema: unknown): schema is z.core.$ZodType =>
  typeof schema === 'object' && schema !== null && '_zod' in schema;

/** Names the field that is wrong, never the value that was sent. */
function describeFault(error: z.core.$ZodError): Refusal {
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return new Refusal('invalid-request', { message: `Unknown field: ${issue.keys.map(printable).join(', ')}` });
  // A form field's schema names its refusal as its message.
  if (issue && Object.hasOwn(errors, issue.message))
    return new Refusal(issue.message as ErrorCode, { extras: { field: printable(field) } });
  if (issue?.code === 'invalid_value' && field !== '')
    return new Refusal('invalid-request', {
      message: `The field "${printable(field)}" must be ${oneOf(issue.values)}.`,
      extras: { field: printable(field) },
    });
  return field === ''
    ? new Refusal('invalid-request')
    : new Refusal('invalid-request', {
        message: `The field "${printable(field)}" is missing or not valid.`,
        extras: { field: printable(field) },
      });
}

const oneOf = (values: readonly z.core.util.Primitive[]) =>
  `${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;

/** Keys are untrusted: shortened and reduced to letters, digits and a few signs, against injection. */
const printable = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}_ .:/@#+-]/gu, '?').slice(0, 60);
