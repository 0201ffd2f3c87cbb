import type { ReactNode } from 'react';

interface RunTableProps {
  label: string;
  head: readonly string[];
  children: ReactNode;
}

/** A table of few rows that scrolls in its own box where the page is narrower. */
export function RunTable({ label, head, children }: RunTableProps) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border border-line">
      <table className="w-full text-left">
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col" className="border-b border-line px-4 py-2 text-sm font-semibold text-muted">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:not(:last-child)>*]:border-b [&>tr>*]:border-line">{children}</tbody>
      </table>
    </div>
  );
}

/** A row: what it is about, then the rest. */
export function RunRow({ label, cells }: { label: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row" className="min-w-[11rem] px-4 py-2.5 text-left font-semibold">
        {label}
      </th>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The columns of a table do not move.
        <td key={index} className="px-4 py-2.5 max-sm:whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}
