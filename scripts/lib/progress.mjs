/**
 * Says what begins, so that nobody waits without knowing for what.
 *
 * @param {string} beginning
 * @returns {(ending: string) => void} says that it is done, and how long it took
 */
export function announce(beginning) {
  const startedMs = performance.now();
  console.log(beginning);
  return (ending) => console.log(`${ending} (${secondsSince(startedMs)})`);
}

/** @param {number} startedMs a moment of `performance.now()` */
export const secondsSince = (startedMs) => `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
