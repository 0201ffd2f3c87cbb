import type { Partner } from '../../shared/partners.ts';
import type { Stage } from '../../contract/stage.ts';
import type { PageName } from '../../shared/portal-pages.ts';

/** The one thing a course page asks for. */
export interface LandingAction {
  label: string;
  leadsTo: PageName;
  /** The name of the page it leads to, for screen readers. */
  description: string;
}

const passScore = 70;

/**
 * The label follows what this browser remembers of the check, the way follows how far the member has come.
 *
 * @param member undefined for a visitor
 */
export function landingActionOf(
  { words }: Pick<Partner, 'words'>,
  member: { stage: Stage | undefined; hasPaid: boolean; eligibilityScore: number } | undefined,
): LandingAction {
  if (!member) return { label: 'Register Now', leadsTo: 'register', description: 'Create your account' };
  const enrolNow = `${words.Enrol} Now`;
  const label = !member.hasPaid && member.eligibilityScore >= passScore ? enrolNow : 'Check Eligibility';
  return member.stage === '2'
    ? { label, leadsTo: 'enrol', description: enrolNow }
    : { label, leadsTo: 'eligibility', description: 'Check Your Eligibility' };
}
