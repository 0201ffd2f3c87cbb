import { systemCalls } from '../../contract/calls/system.ts';
import { ping, type Database } from '../platform/database/database.ts';
import { serving } from '../platform/http/serve.ts';
import type { Http } from '../platform/http/typed.ts';
import { Refusal } from '../platform/refusal.ts';

export interface Health {
  /** Red as soon as the process begins to stop, so that nothing new is sent here. */
  isStopping(): boolean;
}

/** What a supervisor asks: does the process live, does it take work. */
export function systemRoutes(app: Http, db: Database, { isStopping }: Health): void {
  const serve = serving(app, systemCalls);
  serve('GET /healthz', async () => ({ status: 'ok' }));
  serve('GET /readyz', async () => {
    if (isStopping()) throw new Refusal('service-unavailable', { message: 'The process is stopping.' });
    await ping(db);
    return { status: 'ready' };
  });
}
