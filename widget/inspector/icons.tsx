import type { ReactNode } from 'react';
import type { FindingType } from '../../inspection/finding.ts';

/** Small drawings. What they say is said in words beside them. */

const drawings = {
  error: <path d="M8 1.5h8L22.5 8v8L16 22.5H8L1.5 16V8zM8.5 8.5l7 7m0-7-7 7" />,
  warning: <path d="M12 2.5 22.5 21h-21zM12 9.5v5m0 3v.1" />,
  cart: <path d="M5 8.5h14l-1 13H6zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5" />,
  'plan-price-clicked': <path d="m6 3 13.5 9-6 1.5L10.5 20z" />,
  'content-removed': (
    <path d="M3 12s3.3-6.5 9-6.5c1.5 0 2.9.5 4 1.1M21 12s-3.3 6.5-9 6.5c-1.5 0-2.9-.5-4-1.1M20 4 4 20" />
  ),
  found: <path d="m4.5 12.5 5 5 10-11" />,
  unfold: <path d="m6 9.5 6 6 6-6" />,
  'fold-words': <path d="m14.5 6-6 6 6 6" />,
  'unfold-words': <path d="m9.5 6 6 6-6 6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  left: <path d="M3.5 4.5h17v15h-17zM9.5 4.5v15M6.5 8v.1" />,
  right: <path d="M3.5 4.5h17v15h-17zM14.5 4.5v15M17.5 8v.1" />,
  away: <path d="M10 5.5H5v14h14v-5M14 4.5h5.5V10M19 5l-8 8" />,
  place: <path d="M12 2.5v4m0 11v4M2.5 12h4m11 0h4M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10" />,
  again: <path d="M20 11.5A8 8 0 1 0 18.2 17M20 5v6.5h-6.5" />,
} satisfies Record<FindingType | 'unfold', ReactNode> & Record<string, ReactNode>;

export const Icon = ({ name }: { name: keyof typeof drawings }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    {drawings[name]}
  </svg>
);
