import type { Catalogue } from '../../contract/cohorts.ts';
import { loadAnswer, type Question } from './answers.ts';
import { enrolment } from './clients.ts';
import { useAnswer } from './use-answer.ts';

/** Prices and cohorts: the same for everyone, so they outlive a logout. */
export const catalogueQuestion: Question<Catalogue> = {
  name: 'catalogue',
  ask: enrolment.getCatalogue,
  freshMs: 60_000,
};

/** Asks ahead, while it is still being found out who is there. */
export function expectCatalogue(): void {
  if (!import.meta.env.SSR) void loadAnswer(catalogueQuestion).catch(() => undefined);
}

export function useCatalogue() {
  return useAnswer(catalogueQuestion);
}
