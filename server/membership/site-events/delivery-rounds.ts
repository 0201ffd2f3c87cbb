import type { Database } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';

/** Two kinds of one job, in lanes of their own: who answers at once never waits for those who do not. */
export const promptJob = 'deliver-site-events';
export const patientJob = 'deliver-site-events-patiently';

export interface EndpointRef {
  siteId: string;
  id: string;
}

/** Beyond this nobody is worse off. */
const worstTrouble = 10_000;

/**
 * Has what waits for an endpoint sent. Asked for more often than needed, it finds nothing to do; so it needs no key,
 * over which whole transactions would wait for one another.
 *
 * @param trouble attempts in a row that failed or took long: among those in trouble the ones with the least come first
 */
export const queueRound = (
  tx: Database,
  { siteId, id }: EndpointRef,
  {
    trouble,
    isPatient = trouble > 0,
    afterSeconds = 0,
  }: { trouble: number; isPatient?: boolean; afterSeconds?: number },
): Promise<void> =>
  addJob(tx, {
    name: isPatient ? patientJob : promptJob,
    payload: { siteId, id },
    priority: Math.min(trouble, worstTrouble),
    afterSeconds,
  });
