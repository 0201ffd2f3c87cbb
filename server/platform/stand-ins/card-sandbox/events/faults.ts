import * as z from 'zod/mini';
import { invalidRequest } from '../wire/wire-error.ts';

const faultModes = ['slow', '400', '500', '429', 'reset', 'hang', 'answer-lost'] as const;

const longestMs = 600_000;

/**
 * Faults that can be injected, to test a shop against a failing card provider:
 *
 * - `api.mode`: `slow` waits `ms` and then answers; `500` and `429` refuse, `400` for good; `reset` cuts the connection before
 *   anything is done; `hang` never answers; `answer-lost` does the work and then cuts the connection.
 *   `api.path` and `api.method` choose the requests (a path matches its beginning), `api.times` how many of them.
 * - `events.drop`: a share of events that is never sent, `true` for all. `events.duplicate`: how often each is sent.
 *   `events.delayMs`: how long each waits first. `events.shuffle`: sent in any order, within two seconds.
 * - `settleSeconds`: when a payment or refund that settles later does so. 5 unless set.
 */
const Faults = z.strictObject({
  api: z.optional(
    z.strictObject({
      mode: z.enum(faultModes),
      path: z.optional(z.string().check(z.startsWith('/'))),
      method: z.optional(z.enum(['GET', 'POST', 'DELETE'])),
      times: z.optional(z.int().check(z.minimum(1))),
      ms: z.optional(z.int().check(z.minimum(0), z.maximum(longestMs))),
    }),
  ),
  events: z.optional(
    z.strictObject({
      drop: z.optional(z.union([z.boolean(), z.number().check(z.minimum(0), z.maximum(1))])),
      duplicate: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
      delayMs: z.optional(z.int().check(z.minimum(0), z.maximum(longestMs))),
      shuffle: z.optional(z.boolean()),
    }),
  ),
  settleSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
});
export type Faults = z.infer<typeof Faults>;
export type ApiFault = NonNullable<Faults['api']>;

/** @throws WireError with one sentence that names the wrong key */
export function readFaults(body: unknown): Faults {
  const parsed = Faults.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    throw invalidRequest(
      `There is no fault called ${[...issue.path, issue.keys[0]].join('.')}. Known: ${knownKeys(issue.path[0])}.`,
    );
  throw invalidRequest(`${where === '' ? 'The body' : where} is not usable: ${issue?.message ?? 'unknown'}.`);
}

function knownKeys(group: PropertyKey | undefined): string {
  const { api, events } = Faults.shape;
  const shape =
    group === 'api' ? api.def.innerType.shape : group === 'events' ? events.def.innerType.shape : Faults.shape;
  return Object.keys(shape).join(', ');
}

/** Whether a fault is meant for this request. */
export const isHitBy = (fault: ApiFault, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) && (fault.path === undefined || path.startsWith(fault.path));

const defaultSettleSeconds = 5;
const shuffleSeconds = 2;

/** Seconds until a delayed payment or refund settles. */
export const settleDelay = (faults: Faults): number => faults.settleSeconds ?? defaultSettleSeconds;

/** After how many seconds an event is sent, one number for each time; none at all when it is dropped. */
export function deliveryDelays({ events = {} }: Faults, random: () => number = Math.random): number[] {
  const dropShare = Number(events.drop ?? 0);
  if (random() < dropShare) return [];
  const delay = () => (events.delayMs ?? 0) / 1000 + (events.shuffle ? random() * shuffleSeconds : 0);
  return Array.from({ length: events.duplicate ?? 1 }, delay);
}
