import { Counter } from 'prom-client';
import type { ErrorCode } from '../../../contract/errors.ts';
import { raiseAlarm } from '../alarms.ts';
import { metrics } from '../http/metrics.ts';
import { createLog, type Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { securityEvents } from './event-table.ts';
import type { EventDefinition, FactsOf, Reference } from './define-events.ts';
import { currentRequest } from './request-context.ts';

type Events = typeof securityEvents;
/** The name of an event, as in the log. */
export type EventName = keyof Events;

/** What a call site says of an event; who asked, from where and at which site comes from the request. */
export type Facts<Name extends EventName> = FactsOf<Events[Name]> & {
  /** Where the request itself does not tell it: pages that a mailed link opens. */
  site?: Reference | undefined;
  /** Whom it is about, where that is not the member of the request's session. */
  member?: Reference | undefined;
};

const counter = new Counter({
  name: 'intake_security_events_total',
  help: 'Security events, by event and outcome.',
  labelNames: ['event', 'outcome'],
  registers: [metrics],
});
// At zero from the start: a rate over a series that is missing alarms nobody.
for (const [event, { outcomes }] of Object.entries<EventDefinition>(securityEvents))
  for (const outcome of Object.keys(outcomes)) counter.inc({ event, outcome }, 0);

/**
 * Logs a security event, counts it, and raises the event's alarm where there were too many. The one place that does
 * (decision 0037).
 * Only fields that the table declares reach the line.
 *
 * @param log for what is no part of a request
 */
export function recordEvent<Name extends EventName>(name: Name, facts: Facts<Name>, log?: Log): void {
  const { outcome, site, member, ...said } = facts as Record<string, string | undefined>;
  const definition: EventDefinition = securityEvents[name];
  const request = currentRequest();
  const own = ownLog(log ?? request?.log ?? outsideRequests);
  const known = {
    client: request?.client,
    site: site ?? request?.site,
    member: member ?? request?.member,
    key: request?.key,
  };
  const declared = Object.keys(definition.fields).map((field) => [field, said[field]]);
  const line = { kind: 'security', event: name, outcome, ...known, ...Object.fromEntries(declared) };
  own[definition.expected?.includes(outcome!) ? 'info' : 'warn'](line, 'security event');
  counter.inc({ event: name, outcome: outcome! });
  countTowardsAlarm(own, { name, outcome: outcome!, site: known.site ?? 'none' });
}

/**
 * Does work, and records a refusal of it as the outcome that stands beside its code. All else is left to the caller.
 *
 * @throws what the work throws
 */
export async function recordRefusals<Name extends EventName, T>(
  name: Name,
  facts: Omit<Facts<Name>, 'outcome'>,
  outcomes: Partial<Record<ErrorCode, keyof Events[Name]['outcomes']>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const outcome = error instanceof Refusal ? outcomes[error.code] : undefined;
    if (outcome !== undefined) recordEvent(name, { ...facts, outcome } as Facts<Name>);
    throw error;
  }
}

/** At every `LOG_LEVEL` but `silent`: who asks for fewer lines must not lose these. */
const ownLog = (log: Log): Log => (log.isLevelEnabled('fatal') ? log.child({}, { level: 'info' }) : log);

let outsideRequests: Log = createLog('silent');

/** Where events go that are recorded outside of a request, by a job say. The product names its own log at its start. */
export function logOutsideRequests(log: Log): void {
  outsideRequests = log;
}

interface Window {
  count: number;
  endsAtMs: number;
}
/** By event and site. Sites are declared, so an attacker cannot add entries. */
const windows = new Map<string, Window>();

/** Fixed windows of this process, by the monotonic clock; the alarm sounds once in each. */
function countTowardsAlarm(
  log: Log,
  { name, outcome, site }: { name: EventName; outcome: string; site: string },
): void {
  const { alarm }: EventDefinition = securityEvents[name];
  if (!alarm?.outcomes.includes(outcome)) return;
  const nowMs = performance.now();
  const key = `${name} ${site}`;
  const running = windows.get(key);
  const window = running && running.endsAtMs > nowMs ? running : { count: 0, endsAtMs: nowMs + alarm.minutes * 60_000 };
  window.count += 1;
  windows.set(key, window);
  if (window.count === alarm.count)
    raiseAlarm(log, name, { site, count: alarm.count, minutes: alarm.minutes }, securityEvents[name].about);
}
