import * as z from 'zod/mini';
import { jobKind, type JobRequest } from '../../platform/jobs.ts';

const EndpointRef = z.object({ siteId: z.string(), id: z.string() });
export type EndpointRef = z.infer<typeof EndpointRef>;

/**
 * Two kinds of one job, in lanes of their own: who answers at once does not wait for those who are known not to. In
 * each the endpoints of one site take turns, so that a site with many silent ones takes one worker alone.
 */
export const promptJob = jobKind({ name: 'deliver-site-events', lane: 'webhooks', payload: EndpointRef });
export const patientJob = jobKind({
  name: 'deliver-site-events-patiently',
  lane: 'slow-webhooks',
  payload: EndpointRef,
});

/** Beyond this nobody is worse off. */
const worstTrouble = 10_000;

/**
 * The job that sends what waits for an endpoint. Asked for more often than needed, it finds nothing to do; so it needs no key,
 * over which whole transactions would wait for one another.
 *
 * @param trouble attempts in a row that failed or took long: among those in trouble the ones with the least come first
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
  const turn = `${kind.name} ${siteId}`;
  return [kind, { siteId, id }, { turn, priority: Math.min(trouble, worstTrouble), afterSeconds }];
};
