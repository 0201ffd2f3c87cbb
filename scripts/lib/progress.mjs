/**
 * Prints the beginning of a long step.
 *
 * @param {string} beginning
 * @returns {(ending: string) => void} prints its end and duration
 */
export function announce(beginning) {
  const startedMs = performance.now();
  console.log(beginning);
  return (ending) => console.log(`${ending} (${secondsSince(startedMs)})`);
}

/** @param {number} startedMs a moment of `performance.now()` */
export const secondsSince = (startedMs) => `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
