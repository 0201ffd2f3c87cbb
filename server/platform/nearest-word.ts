import { editDistance } from '../../shared/edit-distance.ts';

/** @returns the nearest candidate within two edits, or a third of the word's letters (Damerau-Levenshtein), if any */
export function nearestWord(given: string, candidates: readonly string[]): string | undefined {
  const stretch = (candidate: string) => Math.abs(candidate.length - given.length);
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editDistance(given.toLowerCase(), candidate.toLowerCase()) }))
    // Of two equally near ones prefer the same length: transpositions are more common than omissions.
    .toSorted((one, other) => one.edits - other.edits || stretch(one.candidate) - stretch(other.candidate));
  return best && best.edits <= Math.max(2, Math.floor(given.length / 3)) ? best.candidate : undefined;
}
