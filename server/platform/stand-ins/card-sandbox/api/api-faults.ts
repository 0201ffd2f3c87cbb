import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../database/database.ts';
import { takeApiFault } from '../events/fault.store.ts';
import type { ApiFault } from '../events/faults.ts';
import { invalidRequest, WireError } from '../wire/wire-error.ts';

const defaultSlowMs = 3_000;
const lostAnswers = new WeakSet<FastifyRequest>();

/** Whether the fault "answer lost" applies: the request is executed but not answered. */
export const isAnswerLost = (request: FastifyRequest): boolean => lostAnswers.has(request);

/** Cuts the connection without an answer. */
export function closeConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Applies the injected fault to a request, if one matches. */
export async function applyFault(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const fault = await takeApiFault(db, request.method, request.url);
  if (fault) await faults[fault.mode](fault, request, reply);
}

const faults: Record<ApiFault['mode'], (fault: ApiFault, request: FastifyRequest, reply: FastifyReply) => unknown> = {
  slow: (fault) => sleep(fault.ms ?? defaultSlowMs),
  '400': () => {
    throw invalidRequest('This request is refused by a fault that is switched on.');
  },
  '500': () => {
    throw new WireError(500, { type: 'api_error', message: 'Sorry, there was a problem processing your request.' });
  },
  '429': () => {
    throw new WireError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. Please retry with an exponential backoff.',
    });
  },
  reset: (_fault, request, reply) => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
  },
  hang: (_fault, _request, reply) => reply.hijack(),
  'answer-lost': (_fault, request) => lostAnswers.add(request),
};
