/**
 * Does something and says how long it took, where developer tools of a browser show it and `npm run bench` reads it. Of
 * each name only the last is kept.
 */
export function timed<Result>(name: 'look' | 'tell', work: () => Result): Result {
  const start = performance.now();
  const result = work();
  performance.clearMeasures(`intake-inspector:${name}`);
  performance.measure(`intake-inspector:${name}`, { start });
  return result;
}
