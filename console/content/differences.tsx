import { findDifferences } from './difference.ts';
import type { Shape } from './form-shape.ts';

interface DifferencesProps {
  shape: Shape;
  before: unknown;
  after: unknown;
}

/** What differs between two documents, text by text. */
export function Differences({ shape, before, after }: DifferencesProps) {
  const found = findDifferences(shape, before, after);
  if (found.length === 0) return <p className="text-muted">Nothing differs.</p>;
  return (
    <ul
      className="flex max-h-[45dvh] flex-col gap-3 overflow-y-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it.
      tabIndex={0}
      aria-label="What changes"
    >
      {found.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The list is never reordered.
        <li key={index} className="border-l-4 border-line pl-3 wrap-anywhere whitespace-pre-line">
          <p className="font-semibold">{each.where}</p>
          {each.before !== undefined && <del className="block text-muted">{each.before}</del>}
          {each.after !== undefined && <ins className="block no-underline">{each.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
