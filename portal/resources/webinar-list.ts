import type { ListedWebinar } from '../../contract/webinars.ts';
import type { PartnerCode } from '../../shared/partners.ts';
import type { Question } from '../session/answers.ts';
import { requests } from './request-client.ts';

/** The webinars for one partner's students: the same for everyone. Staff change them rarely. */
export const webinarsOf = (partner: PartnerCode): Question<readonly ListedWebinar[]> => ({
  name: `webinars ${partner}`,
  ask: () => requests.listWebinars(partner),
  freshMs: 60_000,
  isForAll: true,
});
