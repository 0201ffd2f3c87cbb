import { FlaskConical } from 'lucide-react';
import { useSites } from '../session/sites.ts';
import { useNamedSite } from './use-current-site.ts';

/** The banner on every page of a sandbox site: its payments and members are test data. */
export function TestMode() {
  const siteId = useNamedSite();
  const site = useSites().find(({ id }) => id === siteId);
  if (site?.mode !== 'sandbox') return null;
  return (
    <p className="flex items-center justify-center gap-2 border-b-2 border-warning bg-warning-tint px-4 py-1 text-center text-sm font-semibold text-warning">
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      <span>
        Test mode<span className="max-sm:hidden"> – {site.name} is a sandbox: no real money moves</span>
      </span>
    </p>
  );
}
