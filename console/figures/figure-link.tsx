import { Link } from '../../ui/link.tsx';

/** A figure that leads to its list. */
export function FigureLink({ to, words, children }: { to: string; words: string; children: string }) {
  return (
    <Link
      to={to}
      aria-label={`${children}: ${words}`}
      className="inline-flex min-h-8 min-w-8 items-center font-semibold text-brand tabular-nums underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}
