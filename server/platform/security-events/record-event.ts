import { Counter } from 'prom-client';
import type { ErrorCode } from '../../../contract/errors.ts';
import { declareAlarm, raiseAlarm } from '../alarms.ts';
import { metrics } from '../http/metrics.ts';
import { createLog, type Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { securityEvents } from './event-table.ts';
import type { EventDefinition, FactsOf, Reference } from './define-events.ts';
import { currentRequest } from './request-context.ts';

type Events = typeof securityEvents;
/** The name of an event, as in the log. */
export type EventName = keyof Events;

/** A call site's facts; member, client and site come from the request context. */
export type Facts<Name extends EventName> = FactsOf<Events[Name]> & {
  /** Set where the request context has no site: pages opened by a mailed link. */
  site?: Reference | undefined;
  /** The member concerned, if not the one of the request's session. */
  member?: Reference | undefined;
  /** The person of staff concerned, if not the one of the request's session. */
  staff?: Reference | undefined;
};

const counter = new Counter({
  name: 'intake_security_events_total',
  help: 'Security events, by event and outcome.',
  labelNames: ['event', 'outcome'],
  registers: [metrics],
});
// Initialized to zero: a rate over a missing series raises no alarm.
for (const [event, { outcomes, alarm }] of Object.entries<EventDefinition>(securityEvents)) {
  for (const outcome of Object.keys(outcomes)) counter.inc({ event, outcome }, 0);
  if (alarm) declareAlarm(event);
}

/**
 * Logs and counts a security event, and raises its alarm over the threshold. The only place that does (decision 0037).
 * Only fields declared in the table are logged.
 *
 * @param log for events outside a request
 */
export function recordEvent<Name extends EventName>(name: Name, facts: Facts<Name>, log?: Log): void {
  const { outcome, site, member, staff, ...said } = facts as Record<string, string | undefined>;
  const definition: EventDefinition = securityEvents[name];
  const request = currentRequest();
  const own = ownLog(log ?? request?.log ?? outsideRequests);
  const known = {
    client: request?.client,
    site: site ?? request?.site,
    member: member ?? request?.member,
    staff: staff ?? request?.staff,
    key: request?.key,
  };
  const declared = Object.keys(definition.fields).map((field) => [field, said[field]]);
  const line = { kind: 'security', event: name, outcome, ...known, ...Object.fromEntries(declared) };
  own[definition.expected?.includes(outcome!) ? 'info' : 'warn'](line, 'security event');
  counter.inc({ event: name, outcome: outcome! });
  countTowardsAlarm(own, { name, outcome: outcome!, site: known.site ?? 'none' });
}

/**
 * Runs work, and records a refusal as the outcome mapped to its code. Success is recorded by the caller.
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

/** At every `LOG_LEVEL` (decision 0044): an operator who asks for fewer lines must not lose these, nor the alarms. */
const ownLog = (log: Log): Log => log.child({}, { level: 'info' });

let outsideRequests: Log = createLog('silent');

/** Sets the logger for events outside a request, for example in a job. Called once at the start. */
export function logOutsideRequests(log: Log): void {
  outsideRequests = log;
}

interface Window {
  count: number;
  endsAtMs: number;
}
/** By event and site. Sites are declared, so an attacker cannot add entries. */
const windows = new Map<string, Window>();

/** Fixed windows per process, by the monotonic clock; the alarm is raised once in each. */
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
