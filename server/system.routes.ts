import { ping, type Database } from './platform/database/database.ts';
import type { Http } from './platform/http/typed.ts';
import { Refusal } from './platform/refusal.ts';

export interface Health {
  /** Red as soon as the process begins to stop, so that nothing new is sent here. */
  isStopping(): boolean;
}

/** What a supervisor asks: does the process live, does it take work. */
export function systemRoutes(app: Http, db: Database, { isStopping }: Health): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isStopping()) throw new Refusal('service-unavailable', { message: 'The process is stopping.' });
    await ping(db);
    return { status: 'ready' };
  });
}
