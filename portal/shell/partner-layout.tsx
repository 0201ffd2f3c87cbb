import { useParams } from 'react-router';
import { findPartner, partnerTitle } from '../../contract/partners.ts';
import type { Partner } from '../../contract/partners.ts';
import { PartnerProvider } from '../partner/partner.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { Shell } from './shell.tsx';

/** Everything under `/{partner}`: that partner's shell, or the 404 page when there is no such partner. */
export function PartnerLayout() {
  const partner = findPartner(useParams()['partner']);
  return partner ? <PartnerPages partner={partner} /> : <NotFoundPage />;
}

function PartnerPages({ partner }: { partner: Partner }) {
  usePageTitle(partnerTitle(partner));
  return (
    <PartnerProvider partner={partner}>
      <Shell />
    </PartnerProvider>
  );
}
