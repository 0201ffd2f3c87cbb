import type { Catalogue } from '../../contract/cohorts.ts';
import type { PartnerCode } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { loadAnswer, type Question } from './answers.ts';
import { enrolment } from './clients.ts';
import { useAnswer } from './use-answer.ts';

/** Prices, and the cohorts for one partner's students: the same for everyone, so they outlive a logout. */
export const catalogueOf = (partner: PartnerCode): Question<Catalogue> => ({
  name: `catalogue ${partner}`,
  ask: () => enrolment.getCatalogue(partner),
  freshMs: 60_000,
  isForAll: true,
});

/** Asks ahead, while it is still being found out who is there. */
export function expectCatalogue(): void {
  if (import.meta.env.SSR) return;
  // Addresses of no partner are answered without this code.
  const partner = location.pathname.split('/')[1] as PartnerCode;
  void loadAnswer(catalogueOf(partner)).catch(() => undefined);
}

export function useCatalogue() {
  return useAnswer(catalogueOf(usePartner().code));
}
