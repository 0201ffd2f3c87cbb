import figures from 'content:figures';
import { ClaimSource } from '../partner/claim-source.tsx';
import { useContent } from '../partner/use-content.ts';

/** Three figures about the courses, with the source of each. */
export function StatsBanner() {
  const { jobOutcomes, employers, weeks } = useContent(figures).claims;
  const claims = [jobOutcomes, employers, weeks];
  return (
    <aside aria-label="Our graduates" className="rounded-xl bg-tint px-5 py-4">
      <ul className="grid grid-cols-1 gap-3 @md:grid-cols-3 @md:gap-4">
        {claims.map(({ figure, meaning }) => (
          <li key={meaning} className="flex items-baseline gap-2 @md:block">
            <strong className="text-h3 whitespace-nowrap">{figure}</strong>{' '}
            <span className="text-sm text-muted @md:block">{meaning}</span>
          </li>
        ))}
      </ul>
      <ClaimSource claims={claims} />
    </aside>
  );
}
