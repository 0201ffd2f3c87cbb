import { useParams } from 'react-router';
import { findPartner, partnerTitle } from '../../shared/partners.ts';
import type { Partner } from '../../shared/partners.ts';
import { PartnerProvider } from '../partner/partner.tsx';
import { usePartnerTitle } from '../ui/page-title.ts';
import { Shell } from './shell.tsx';

/** Everything under `/{partner}`: that partner's shell. The server answers addresses of no partner without this code. */
export function PartnerLayout() {
  const partner = findPartner(useParams()['partner']);
  return partner ? <PartnerPages partner={partner} /> : null;
}

function PartnerPages({ partner }: { partner: Partner }) {
  usePartnerTitle(partnerTitle(partner));
  return (
    <PartnerProvider partner={partner}>
      <Shell />
    </PartnerProvider>
  );
}
