/**
 * Optimal string alignment distance (restricted Damerau–Levenshtein): how many letters to insert, delete, replace or swap
 * with their neighbour to get from one word to the other.
 */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      line[at] = Math.min(
        line[at - 1]! + 1,
        above[at]! + 1,
        above[at - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[at - 2]! + 1 : Infinity,
      );
    }
    before = above;
    above = line;
  }
  return above[other.length]!;
}
