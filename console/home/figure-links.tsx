import type { FigureSpan, Figures, FunnelRow } from '../../contract/console/figures.ts';
import type { FunnelStep } from './figure-words.ts';
import { Link } from '../../ui/link.tsx';

const partnersOf = ({ funnel }: Figures) => funnel.map(({ partner }): [string, string] => ['partner', partner]);
const originsOf = (rows: readonly Pick<FunnelRow, 'partner'>[]) =>
  rows.map(({ partner }): [string, string] => ['origin', partner]);
const addressOf = (path: string, query: readonly (readonly [string, string])[]) =>
  `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`;

/** Lists with exactly what a figure of a span counts. */
export const listsOf = (figures: Figures, { from, until }: Pick<FigureSpan, 'from' | 'until'>) => {
  const between = (column: string): [string, string][] => [
    [`${column}.from`, from],
    [`${column}.until`, until],
  ];
  const partners = partnersOf(figures);
  return {
    registered: addressOf(`/sites/${figures.siteId}/members`, [...originsOf(figures.funnel), ...between('created')]),
    enrolled: addressOf('/orders', [...partners, ...between('paid')]),
    moneyIn: addressOf('/orders', [...partners, ...between('received')]),
    moneyBack: addressOf('/orders', [...partners, ...between('returned')]),
  };
};

/** The members of partners that a number of the funnel counts. */
export const figureAddress = (
  { siteId, span }: Figures,
  partners: readonly Pick<FunnelRow, 'partner'>[],
  step: FunnelStep,
): string =>
  addressOf(`/sites/${siteId}/members`, [
    ...originsOf(partners),
    ['created.from', span.from],
    ['created.until', span.until],
    ...(step === 'registered' ? [] : [['reached', step] as const]),
  ]);

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
