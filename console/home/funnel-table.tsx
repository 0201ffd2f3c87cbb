import type { Figures, FunnelRow } from '../../contract/console/figures.ts';
import { membersList, type FunnelStep } from '../../contract/console/figure-lists.ts';
import { FigureLink } from '../figures/figure-link.tsx';
import { FigureRow, FigureTable } from '../figures/figure-table.tsx';
import { funnelSteps, numberText, shareText, totalsOf } from '../figures/figure-words.ts';

/** The figures of the funnel, a row for each partner. */
export function FunnelTable({ figures }: { figures: Figures }) {
  const { funnel } = figures;
  if (funnel.length === 0) return <p className="text-muted">No partner is in your scope.</p>;
  const cells = (row: Record<FunnelStep, number>, partners: readonly FunnelRow[], whose: string) =>
    funnelSteps.map(({ step, label }) => (
      <span key={step} className="inline-flex items-baseline gap-2">
        <FigureLink
          to={membersList({
            siteId: figures.siteId,
            partners: partners.map(({ partner }) => partner),
            span: figures.span,
            step,
          })}
          words={`${label}, ${whose}`}
        >
          {numberText(row[step])}
        </FigureLink>
        {step !== 'registered' && <span className="text-sm text-muted">{shareText(row[step], row.registered)}</span>}
      </span>
    ));
  return (
    <FigureTable
      label="From account to payment by partner"
      head={['Partner', ...funnelSteps.map(({ label }) => label)]}
    >
      {funnel.map((row) => (
        <FigureRow
          key={row.partner}
          label={row.partner.toUpperCase()}
          cells={cells(row, [row], row.partner.toUpperCase())}
        />
      ))}
      {funnel.length > 1 && <FigureRow label="All" cells={cells(totalsOf(funnel), funnel, 'all partners')} />}
    </FigureTable>
  );
}
