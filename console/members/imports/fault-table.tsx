import { Download } from 'lucide-react';
import { importLimits, type ListedFault } from '../../../contract/console/imports-schemas.ts';

interface FaultTableProps {
  /** The first ones. */
  faults: readonly ListedFault[];
  /** Rows with faults. */
  all: number;
  /** Faults that the file has, where the server tells. */
  kept: number | undefined;
  /** Where the file is. */
  href: string;
}

const numbers = new Intl.NumberFormat();

function fileWords(kept: number | undefined): string {
  if (kept === undefined) return 'Faults as a file';
  return kept < importLimits.faultsKept ? 'All faults as a file' : `The first ${numbers.format(kept)} faults as a file`;
}

/** Faults by line, with what to do. */
export function FaultTable({ faults, all, kept, href }: FaultTableProps) {
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>
          {numbers.format(all)} {all === 1 ? 'row has' : 'rows have'} faults
        </h2>
        <a
          href={href}
          download
          className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand"
        >
          <Download className="size-4" aria-hidden="true" />
          {fileWords(kept)}
        </a>
      </div>
      <table className="mt-3 block w-full text-left md:table">
        <caption className="sr-only">The first faults</caption>
        <thead className="hidden md:table-header-group">
          <tr>
            {['Line', 'Column', 'What to do'].map((label) => (
              <th key={label} scope="col" className="border-b border-line px-3 py-1 text-sm font-semibold text-muted">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {faults.map(({ line, column, code, message }) => (
            <tr key={`${line} ${column} ${code}`} className="block border-b border-line py-2 md:table-row md:py-0">
              <td className="block whitespace-nowrap md:table-cell md:px-3 md:py-2">
                <span className="text-muted md:hidden">Line </span>
                {line}
              </td>
              <td className="block wrap-anywhere md:table-cell md:px-3 md:py-2">{column ?? 'the whole row'}</td>
              <td className="block wrap-anywhere md:table-cell md:px-3 md:py-2">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
