import type { ReactNode } from 'react';

/** A table of figures: it scrolls inside its own box where it is wider than the page. */
export function FigureTable({
  label,
  head,
  children,
}: {
  label: string;
  head: readonly ReactNode[];
  children: ReactNode;
}) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- The columns of a table do not move.
                key={index}
                scope="col"
                className="border-b border-line py-2 pr-4 align-bottom text-sm font-semibold text-muted last:pr-0"
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A row of it: what it is about, then its figures. */
export function FigureRow({ label, cells }: { label: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row" className="border-b border-line py-1.5 pr-4 font-semibold">
        {label}
      </th>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The columns of a table do not move.
        <td key={index} className="border-b border-line py-1.5 pr-4 tabular-nums last:pr-0">
          {cell}
        </td>
      ))}
    </tr>
  );
}
