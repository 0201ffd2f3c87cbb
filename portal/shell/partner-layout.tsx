import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { findPartner, partnerTitle } from '../../shared/partners.ts';
import type { Partner } from '../../shared/partners.ts';
import { PartnerProvider } from '../partner/partner.tsx';
import { usePartnerTitle } from '../ui/page-title.ts';
import { Shell } from './shell.tsx';

// Few visits see it, so it is no part of what every page loads.
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found.page.tsx')).Component }));

/** Everything under `/{partner}`: that partner's shell, or the 404 page when there is no such partner. */
export function PartnerLayout() {
  const partner = findPartner(useParams()['partner']);
  if (partner) return <PartnerPages partner={partner} />;
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

function PartnerPages({ partner }: { partner: Partner }) {
  usePartnerTitle(partnerTitle(partner));
  return (
    <PartnerProvider partner={partner}>
      <Shell />
    </PartnerProvider>
  );
}
