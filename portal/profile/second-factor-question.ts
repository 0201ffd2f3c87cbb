import type { SecondFactor } from '../../contract/second-factor.ts';
import type { Question } from '../session/answers.ts';
import { security } from '../session/security-client.ts';

/** What the member has set up. */
export const secondFactorQuestion: Question<SecondFactor> = {
  name: 'second-factor',
  ask: async () => (await security.getSecondFactor()).data,
  freshMs: 10_000,
};
