import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { jobKind, type JobRequest } from '../../platform/jobs.ts';

const EndpointRef = z.object({ siteId: z.string(), id: z.string() });
export type EndpointRef = z.infer<typeof EndpointRef>;

/**
 * Bulkheads: one job in two lanes, so that prompt endpoints do not wait for slow ones. In each lane the endpoints of one
 * site are serialised, so that a site with many slow ones occupies one worker, together with the sites of the same turn.
 */
export const promptJob = jobKind({ name: 'deliver-site-events', lane: 'webhooks', payload: EndpointRef });
export const patientJob = jobKind({
  name: 'deliver-site-events-patiently',
  lane: 'slow-webhooks',
  payload: EndpointRef,
});

/**
 * Turns that sites share. The queue's library locks every turn that is free, each time a worker fetches a job that has one:
 * a turn for each of ten thousand sites would be ten thousand rows written for a delivery.
 */
const turnsInAll = 256;

const turnOf = (siteId: string) => createHash('sha256').update(siteId).digest().readUInt32BE() % turnsInAll;

/** Cap of the priority. */
const worstTrouble = 10_000;

/**
 * The job that sends an endpoint's due deliveries. Idempotent, so it needs no job key, whose row lock would serialise
 * the transactions that queue it.
 *
 * @param trouble consecutive failed or slow attempts: the priority within the slow lane, the fewest first
 */
export const roundOf = (
  { siteId, id }: EndpointRef,
  {
    trouble,
    isPatient = trouble > 0,
    afterSeconds = 0,
  }: { trouble: number; isPatient?: boolean; afterSeconds?: number },
): JobRequest<EndpointRef> => {
  const kind = isPatient ? patientJob : promptJob;
  const turn = `${kind.name} ${turnOf(siteId)}`;
  return [kind, { siteId, id }, { turn, priority: Math.min(trouble, worstTrouble), afterSeconds }];
};
