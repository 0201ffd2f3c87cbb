import { oneLine } from '../../platform/one-line.ts';
import type { Change } from '../sites/change.ts';

const signs = { added: '+', removed: '-', changed: '~' } as const;

/** A change in one line: `~ plans[pln_demo].name: "Friend" → "Friends"`. */
export function describeChange({ kind, path, from, to, note }: Change): string {
  const values = [from, to].filter((value) => value !== undefined).join(' → ');
  return oneLine(
    `${signs[kind]} ${path}${values === '' ? '' : `: ${values}`}${note === undefined ? '' : ` (${note})`}`,
  );
}
