/**
 * The clock of business rules. Lifetimes of codes, sessions and holds go by the database's clock instead
 * (decision 0007).
 */
export interface Clock {
  now(): Date;
}

/**
 * A clock that starts at a given moment and then runs on, so that a demonstration can stand in another month.
 *
 * @param startsAt the moment "now" is when the process starts; undefined means the system clock
 */
export function createClock(startsAt?: Date): Clock {
  if (!startsAt) return { now: () => new Date() };
  const startedMs = performance.now();
  return { now: () => new Date(startsAt.getTime() + (performance.now() - startedMs)) };
}
