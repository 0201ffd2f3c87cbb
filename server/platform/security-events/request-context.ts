import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../log.ts';
import { withinSpan, type Span } from '../tracing/tracing.ts';
import type { Reference } from './define-events.ts';

/** The request's part of security events, as ambient context, so that no rule has to pass it on. */
export interface RequestContext {
  /** Adds the request's id to each line. */
  log: Log;
  /** The address that limits count against: IPv4, or the /64 of an IPv6 address. */
  client: string;
  /** Set once the request's key or link is resolved. */
  site?: Reference;
  /** The member of the session. */
  member?: Reference;
  /** The member of staff of the session. */
  staff?: Reference;
  /** The secret key of the request. */
  key?: Reference;
  /** Where the request is traced. */
  span?: Span | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs work, and all that it awaits, in a request's context (AsyncLocalStorage). */
export const withinRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, () => withinSpan(context.span, work));

/** The context of the current request; undefined in a job. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Adds facts to the current request's context. */
export function describeRequest(known: Pick<RequestContext, 'site' | 'member' | 'staff' | 'key'>): void {
  Object.assign(storage.getStore() ?? {}, known);
}
