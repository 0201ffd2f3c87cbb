import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions, RouteShorthandOptions } from 'fastify';
import type * as z from 'zod/mini';
import {
  consolePath,
  limitsOf,
  splitName,
  type CallDefinition,
  type CallName,
  type CallTable,
  type Caller,
} from '../../../contract/call.ts';
import type { Role, StaffScope } from '../../../contract/permissions.ts';
import { Refusal } from '../refusal.ts';
import { declareLimit } from './limits.ts';
import type { Http } from './typed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call as the contract declares it. */
    call?: CallDefinition;
    /** Answers 405 and what methods an address takes, to anybody. */
    tellsMethods?: true;
  }
  interface FastifyInstance {
    /** The callers that a scope authenticates; undefined outside of a scope, where every call is public. */
    callers?: readonly Caller[];
  }
}

type Read<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : unknown;

/** The member's part of a request. Membership declares it by module augmentation, and sets it. */
export interface OfMember {}

/** The signed-in member of staff. */
export interface SignedInStaff {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Raised by each change of the person. */
  version: number;
  /** The hash of the session's token, which identifies the session. */
  tokenHash: Buffer;
  /** Whether they have proved who they are within the last minutes (`staffLimits.staffProofMinutes`). */
  isProven: boolean;
}

/** For a call, or a part of one, that needs a fresh proof. @throws Refusal recent-login-required */
export function requireFreshProof({ isProven }: Pick<SignedInStaff, 'isProven'>): void {
  if (!isProven) throw new Refusal('recent-login-required');
}

/** The part of a request that comes from staff; the guard of the console sets it. */
export interface OfStaff {
  staff: SignedInStaff;
  /** What they see. Every statement of a console call takes it. */
  scope: StaffScope;
}

/** What the guard of a call's caller adds to its request. */
type OfCaller<Call> = Call extends { caller: 'member' }
  ? OfMember
  : Call extends { caller: 'staff'; may: { within: 'sign-in' } }
    ? unknown
    : Call extends { caller: 'staff' }
      ? OfStaff
      : unknown;

/** A request whose parts are validated by the call's schemas. */
type CallRequest<Call> = OfCaller<Call> &
  FastifyRequest<{
    Body: Call extends { body: infer Schema } ? Read<Schema> : undefined;
    Querystring: Call extends { query: infer Schema } ? Read<Schema> : unknown;
    Params: Call extends { params: infer Schema } ? Read<Schema> : unknown;
  }>;
/** The handler's result; a call whose answer is not JSON uses the reply itself. */
type CallAnswer<Call> = Call extends { answer: infer Schema extends z.core.$ZodType } ? z.input<Schema> : unknown;

type Handler<Call> = (
  request: CallRequest<Call>,
  reply: FastifyReply,
) => Promise<CallAnswer<Call> | FastifyReply> | FastifyReply;

/** Mounts one call of a table. */
export type Serve<Table extends CallTable> = <Name extends keyof Table & CallName>(
  name: Name,
  handler: Handler<Table[Name]>,
  options?: Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'>,
) => void;

/**
 * Mounts calls as the contract declares them: path, schemas and refusals come from there.
 *
 * @returns a function that mounts one call of the table by its name
 * @example
 * const serve = serving(app, paymentCalls);
 * serve('GET /enrolment/order', async ({ signedIn }) => showOrder(signedIn.memberId));
 */
export function serving<Table extends CallTable>(app: Http, calls: Table): Serve<Table> {
  return (name, handler, options = {}) => {
    const call: CallDefinition = calls[name]!;
    for (const rule of limitsOf(call)) declareLimit(rule);
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

const schemasOf = ({ params, query, body, answer }: CallDefinition) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(answer && { response: { 200: answer } }),
});

/** Marks part of a server as a scope that authenticates these callers. */
export const checksCallers = (scoped: Http, callers: readonly Caller[]): void =>
  void scoped.decorate('callers', callers);

const isOfConsole = (url: string) => url.startsWith(`${consolePath}/`);

/**
 * Refuses to mount a call outside the scope that checks its declared caller, anything but calls in a scope, and anything
 * else at an address of the console's calls.
 *
 * @throws Error while the server is built
 */
export function requireScope({ callers: scope }: FastifyInstance, { method, url, config }: RouteOptions): void {
  const caller = config?.call?.caller;
  if (config?.tellsMethods || (caller === undefined && scope === undefined && !isOfConsole(url))) return;
  const callers = scope ?? ['open'];
  if (caller !== undefined && callers.includes(caller) && (caller === 'staff') === isOfConsole(url)) return;
  const declared = caller === undefined ? 'no call in contract/' : `declared for the caller "${caller}"`;
  throw new Error(
    `${String(method)} ${url} is ${declared} and cannot be mounted among calls of: ${callers.join(', ')}`,
  );
}
