import { editDistance } from '../shared/edit-distance.ts';

/** The known word that an unknown one most likely stands for. */

/** In lower case and without separators. */
export const squeezed = (word: string): string => word.toLowerCase().replaceAll(/[\s._:-]+/g, '');

/** Longer words are no slip of a known one, and would cost the product of both lengths. Characters. */
const longest = 60;

/** How many letters may differ, by the length of what was written. More would suggest any short word for any other. */
const mostEdits = (length: number): number => (length <= 3 ? 0 : length <= 5 ? 1 : length <= 9 ? 2 : 3);

/**
 * The known word that is nearest to one that is not: the same but for capitals and hyphens, or a few letters away.
 *
 * @param most edits to accept (insertion, deletion, substitution, transposition of neighbours); by the length unless given
 */
export function closest(word: string, known: Iterable<string>, most?: number): string | undefined {
  const written = squeezed(word);
  if (written.length > longest) return undefined;
  let best: string | undefined;
  /** One edit better than the best so far. */
  let accepted = most ?? mostEdits(written.length);
  for (const each of known) {
    const other = squeezed(each);
    // The difference in length is the least there can be.
    if (Math.abs(other.length - written.length) > accepted) continue;
    const edits = accepted === 0 ? Number(other !== written) : editDistance(written, other);
    if (edits > accepted) continue;
    best = each;
    accepted = edits - 1;
    if (edits === 0) break;
  }
  return best;
}
