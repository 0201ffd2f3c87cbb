/** @returns the candidate a slip of the hand or two away from what somebody typed, if there is one */
export function nearestWord(given: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(given.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((one, other) => one.slips - other.slips);
  return best && best.slips <= Math.max(2, Math.floor(given.length / 3)) ? best.candidate : undefined;
}

/** Letters to insert, delete or replace to get from one word to the other. */
function slipsBetween(one: string, other: string): number {
  let costs = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.split('').entries()) {
    const next = [row + 1];
    for (const [column, wanted] of other.split('').entries())
      next.push(Math.min(costs[column]! + (letter === wanted ? 0 : 1), costs[column + 1]! + 1, next[column]! + 1));
    costs = next;
  }
  return costs[other.length]!;
}
