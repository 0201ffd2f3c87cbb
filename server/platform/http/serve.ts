import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition, CallName, CallTable, Method } from '../../../contract/call.ts';
import type { Http, RouteSchemas } from './typed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call as the contract declares it. */
    call?: CallDefinition;
  }
}

type Read<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : unknown;

/** A request whose parts the call's schemas have checked. */
type CallRequest<Call> = FastifyRequest<{
  Body: Call extends { body: infer Schema } ? Read<Schema> : undefined;
  Querystring: Call extends { query: infer Schema } ? Read<Schema> : unknown;
  Params: Call extends { params: infer Schema } ? Read<Schema> : unknown;
}>;
/** A call whose answer is not JSON is answered with the reply itself. */
type CallAnswer<Call> = Call extends { answer: infer Schema extends z.core.$ZodType } ? z.input<Schema> : unknown;

type Handler<Call> = (
  request: CallRequest<Call>,
  reply: FastifyReply,
) => Promise<CallAnswer<Call> | FastifyReply> | FastifyReply;

/**
 * Mounts calls as the contract declares them: path, schemas and refusals come from there.
 *
 * @returns a function that mounts one call of the table by its name
 * @example
 * const serve = serving(app, paymentCalls);
 * serve('GET /enrolment/order', async ({ signedIn }) => showOrder(signedIn.memberId));
 */
export function serving<Table extends CallTable>(app: Http, calls: Table) {
  return function serve<Name extends keyof Table & CallName>(
    name: Name,
    handler: Handler<Table[Name]>,
    options: Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> = {},
  ): void {
    const call: CallDefinition = calls[name]!;
    const [method, url] = splitName(name);
    app.route({
      ...options,
      method,
      url,
      schema: schemasOf(call) as never,
      config: { call },
      handler: handler as never,
    });
  };
}

const splitName = (name: CallName) => name.split(' ', 2) as [method: Method, path: string];

const schemasOf = ({ params, query, body, answer }: CallDefinition): RouteSchemas => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(answer && { response: { 200: answer } }),
});
