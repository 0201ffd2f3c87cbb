import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { Partner } from '../../shared/partners.ts';

const PartnerContext = createContext<Partner | null>(null);

/** Says under which partner's name everything inside appears. */
export function PartnerProvider({ partner, children }: { partner: Partner; children: ReactNode }) {
  return <PartnerContext value={partner}>{children}</PartnerContext>;
}

/** The partner this page appears under. */
export function usePartner(): Partner {
  const partner = use(PartnerContext);
  if (!partner) throw new Error('usePartner needs a PartnerProvider around it');
  return partner;
}
