import type { requestKinds } from '../../contract/console/requests.ts';
import { partnerCodes } from '../../shared/partners.ts';
import type { Choice } from '../list/choice.ts';
import { useMe } from '../session/me.ts';

/** What staff call the kinds of requests. */
export const requestWords: Readonly<Record<(typeof requestKinds)[number], string>> = {
  lead: 'Course outline',
  consultation: 'Consultation',
  support: 'Question',
};

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const requestChoices: readonly Choice[] = choicesOf(requestWords);

/** The partners in scope, for filters. */
export function usePartnerChoices(): Choice[] {
  const { partners } = useMe().scope;
  const codes = partners === 'all' ? partnerCodes : partners;
  return codes.map((code) => ({ value: code, label: code.toUpperCase() }));
}
