/** @returns the candidate a slip of the hand or two away from what somebody typed, if there is one */
export function nearestWord(given: string, candidates: readonly string[]): string | undefined {
  const stretch = (candidate: string) => Math.abs(candidate.length - given.length);
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(given.toLowerCase(), candidate.toLowerCase()) }))
    // Of two as near the one as long as what was typed: letters are swapped more often than left out.
    .toSorted((one, other) => one.slips - other.slips || stretch(one.candidate) - stretch(other.candidate));
  return best && best.slips <= Math.max(2, Math.floor(given.length / 3)) ? best.candidate : undefined;
}

/** Letters to insert, delete, replace or swap with their neighbour to get from one word to the other. */
function slipsBetween(one: string, other: string): number {
  let costs = Array.from({ length: other.length + 1 }, (_, index) => index);
  let before: number[] = [];
  for (const [row, letter] of one.split('').entries()) {
    const next = [row + 1];
    for (const [column, wanted] of other.split('').entries()) {
      const isSwapped = row > 0 && column > 0 && letter === other[column - 1] && wanted === one[row - 1];
      next.push(
        Math.min(
          costs[column]! + (letter === wanted ? 0 : 1),
          costs[column + 1]! + 1,
          next[column]! + 1,
          isSwapped ? before[column - 1]! + 1 : Infinity,
        ),
      );
    }
    [before, costs] = [costs, next];
  }
  return costs[other.length]!;
}
