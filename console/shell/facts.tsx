import type { ReactNode } from 'react';
import { join } from '../../ui/join.ts';

/** Terms and what they are, of one thing. A fact without a value is left out. */
export function Facts({ facts, className }: { facts: Readonly<Record<string, ReactNode>>; className?: string }) {
  return (
    <dl
      className={join(
        'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-3 rounded-xl border border-line p-4',
        className,
      )}
    >
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
