import { systemCalls } from '../../contract/calls/system.ts';
import { isUnavailable, ping, type Database } from '../platform/database/database.ts';
import type { Standby } from '../platform/database/standby.ts';
import { asRefusal } from '../platform/http/answers.ts';
import { serving } from '../platform/http/serve.ts';
import type { Http } from '../platform/http/typed.ts';
import type { Log } from '../platform/log.ts';
import { createOutage } from '../platform/outage.ts';
import { Refusal } from '../platform/refusal.ts';

/** The state that probes report. */
export interface Health {
  /** Not ready as soon as the process begins to stop, so that a load balancer sends no new requests. */
  isStopping(): boolean;
  /** The standby that reports are read from; undefined without one. */
  standby?: Standby | undefined;
}

/** Liveness and readiness probes. A balancer asks several times a second, so each change is logged once. */
export function systemRoutes(app: Http, db: Database, { isStopping, standby }: Health): void {
  const serve = serving(app, systemCalls);
  const log = app.log as Log;
  const outage = createOutage(log, {
    begun: 'not ready: the database does not answer',
    ended: 'ready again: the database answers',
  });
  let isDraining = false;
  serve('GET /healthz', async () => ({ status: 'ok', ...(standby && { standby: standby.state().condition }) }));
  serve('GET /readyz', async () => {
    if (isStopping()) {
      if (!isDraining) log.info('not ready: the process is stopping');
      isDraining = true;
      throw new Refusal('service-unavailable', { message: 'The process is stopping.', isLogged: true });
    }
    try {
      await ping(db);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      outage.begin(error);
      const { retryAfterSeconds = 1 } = asRefusal(error);
      const message = 'The database does not answer.';
      throw new Refusal('service-unavailable', { message, retryAfterSeconds, isLogged: true });
    }
    outage.end();
    return { status: 'ready' };
  });
}
