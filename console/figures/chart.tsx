import { lazy, Suspense, type ReactNode } from 'react';
import type { Series } from './series.ts';

// Later than the figures: they are read while the library of charts comes.
const charts = () => import('./charts.tsx');
export const LinesChart = lazy(async () => ({ default: (await charts()).LinesChart }));
export const BarsChart = lazy(async () => ({ default: (await charts()).BarsChart }));

/** A drawing with a name. What it shows stands in a table as well, so that a reader of screens misses nothing. */
export function Chart({ label, series, children }: { label: string; series?: readonly Series[]; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      {series && (
        <figcaption className="mb-2">
          <Legend series={series} />
        </figcaption>
      )}
      <div role="img" aria-label={label}>
        <Suspense fallback={<div className="h-48" />}>{children}</Suspense>
      </div>
    </figure>
  );
}

/** What the lines of a chart are. */
function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {series.map(({ key, name, ...line }) => (
        <li key={key} className="inline-flex items-center gap-2">
          <svg width="28" height="8" aria-hidden="true">
            <line x1="0" x2="28" y1="4" y2="4" strokeWidth="2.5" {...line} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
