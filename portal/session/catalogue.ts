import type { Catalogue } from '../../contract/cohorts.ts';
import type { Question } from './answers.ts';
import { enrolment } from './clients.ts';
import { useAnswer } from './use-answer.ts';

/** Prices and cohorts: the same for everyone, so they outlive a logout. */
export const catalogueQuestion: Question<Catalogue> = {
  name: 'catalogue',
  ask: enrolment.getCatalogue,
  freshMs: 60_000,
};

export function useCatalogue() {
  return useAnswer(catalogueQuestion);
}
