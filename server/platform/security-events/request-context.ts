import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../log.ts';
import type { Reference } from './define-events.ts';

/** What every security event of a request says of it, so that no rule has to pass it on. */
export interface RequestContext {
  /** Adds the request's id to each line. */
  log: Log;
  /** The address that limits count against: IPv4, or the /64 of an IPv6 address. */
  client: string;
  /** Known once the request's key or link is. */
  site?: Reference;
  /** The member whose session it came in. */
  member?: Reference;
  /** The secret key it was made with. */
  key?: Reference;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Does work, and all that it awaits, as part of a request. */
export const withinRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The request that the running code works for; undefined in a job. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Adds what has become known of the running request. */
export function describeRequest(known: Pick<RequestContext, 'site' | 'member' | 'key'>): void {
  Object.assign(storage.getStore() ?? {}, known);
}
