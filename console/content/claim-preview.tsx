import type { Claim } from '../../shared/page-content.ts';
import { allPartners } from '../../contract/console/pieces-schemas.ts';

/** A figure as pages show it: with its source, or as an illustration. */
export function ClaimPreview({ claim, partner }: { claim: unknown; partner: string }) {
  const { figure, meaning, source } = claim as Claim;
  const who = partner === allPartners ? 'the partner' : partner.toUpperCase();
  return (
    <section aria-label="Preview" className="rounded-xl border border-line bg-white p-5 wrap-anywhere">
      <h2 className="mb-2 text-base">As students read it</h2>
      <p>
        <strong className="text-h3">{figure || '…'}</strong> {meaning}
      </p>
      <p className="mt-2 text-sm text-muted">
        {source === null || source.trim() === ''
          ? `Illustrative, until ${who} names its source.`
          : `Source: ${source}.`}
      </p>
    </section>
  );
}
