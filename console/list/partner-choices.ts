import { partnerCodes } from '../../shared/partners.ts';
import { useMe } from '../session/me.ts';
import type { Choice } from './choice.ts';

/** The partners in scope, for filters. */
export function usePartnerChoices(): Choice[] {
  const { partners } = useMe().scope;
  const codes = partners === 'all' ? partnerCodes : partners;
  return codes.map((code) => ({ value: code, label: code.toUpperCase() }));
}
