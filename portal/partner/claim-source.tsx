import type { Claim, Figures } from '../../shared/page-content.ts';
import { usePartner } from './partner.tsx';

/** Under a number that promises something: its source, or that it has none yet. */
export function ClaimSource({ claims }: { claims: readonly Claim[] }) {
  const { code } = usePartner();
  const sources = [...new Set(claims.flatMap(({ source }) => source ?? []))];
  const isComplete = claims.every(({ source }) => source);
  return (
    <p className="mt-3 text-sm text-muted">
      {sources[0] && `Source: ${sources.join('; ')}. `}
      {isComplete || `Illustrative, until ${code.toUpperCase()} names its source.`}
    </p>
  );
}

/** The claims of a question, by the names its answer uses: `placement`, `placementBy.cyber`. */
export function findClaims({ claims }: Figures, names: readonly string[]): Claim[] {
  return names.flatMap((name) => {
    const [group, course] = name.split('.') as [keyof Figures['claims'], string?];
    const found = claims[group];
    return 'figure' in found ? found : (found[course as keyof typeof found] ?? []);
  });
}
