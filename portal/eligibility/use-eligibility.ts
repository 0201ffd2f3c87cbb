import { useLocation, useNavigate } from 'react-router';
import { courseCodeOf, defaultCourse } from '../../shared/courses.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { eligibilityMessages } from '../messages/eligibility.ts';
import { writeBrowserKey } from '../session/browser-keys.ts';
import { useDraft } from '../session/draft.ts';
import { usePartner } from '../partner/partner.tsx';
import { setChangedMember } from '../session/member.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { profileOf, standingOf } from '../session/standing.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { toast } from '../../ui/toast.ts';
import { findBasicErrors, splitFullName } from './basic-information.ts';
import { findLevel } from './studies-step.tsx';
import type { Studies } from './studies-step.tsx';
import { eligibility } from './eligibility-client.ts';

export type EligibilityScreen = 'wizard' | 'preapproved' | 'advisor';

type DraftField = 'fullName' | 'phone' | 'course' | 'educationLevel';

/** Which screen a stored outcome opens. Any other text is no outcome. */
function screenOfOutcome(status: string): EligibilityScreen {
  return status === 'preapproved' || status === 'advisor' ? status : 'wizard';
}

/** The check as a form sees it: what is filled in so far, the step, and what can be done. */
export function useEligibility(member: StudentMember) {
  const partner = usePartner();
  const navigate = useNavigate();
  const profile = profileOf(member);
  const fields = member.customFields;
  const draft = useDraft<DraftField>('eligibility', member.id);
  const { typed } = draft;
  const basics = {
    fullName: typed.fullName ?? `${profile.firstName} ${profile.lastName}`.trim(),
    email: profile.email,
    phone: typed.phone ?? profile.phone,
  };
  const { step, goTo } = useWizardStep(Object.keys(findBasicErrors(basics)).length === 0);

  function fail(error: unknown, message: ToastMessage): void {
    if (!leaveIfSignedOut(error, partner, navigate)) toast(message);
    // Leaving forgets the tab. A draft shows itself to its own member alone, who finds it after logging in.
    else draft.rescue();
  }

  async function submit(studies: Studies): Promise<void> {
    try {
      const names = splitFullName(basics.fullName);
      const { course, educationLevel } = studies;
      const answer = await eligibility.checkEligibility({
        ...names,
        phone: basics.phone.trim(),
        educationLevel,
        ...(course && { course }),
      });
      draft.forget();
      showOutcome(answer.member);
    } catch (error) {
      fail(error, eligibilityMessages.notSaved);
    }
  }

  async function startAgain(
    call: () => Promise<StudentMember>,
    done: ToastMessage,
    failed: ToastMessage,
  ): Promise<void> {
    try {
      if (!setChangedMember(await call())) return;
      writeBrowserKey('eligibilityScore', null);
      draft.forget();
      goTo(1);
      toast(done);
    } catch (error) {
      fail(error, failed);
    }
  }

  const chosen = courseCodeOf(typed.course ?? fields['course-selected']);
  return {
    screen: screenOfOutcome(standingOf(member).eligibility),
    step,
    basics,
    studies: {
      course: chosen ?? defaultCourse,
      hasChosenCourse: chosen !== undefined,
      educationLevel: findLevel(typed.educationLevel ?? fields['education-level']),
    },
    keep: draft.keep,
    goTo,
    submit,
    retake: () =>
      startAgain(eligibility.retakeEligibility, eligibilityMessages.retaken, eligibilityMessages.retakeFailed),
    recheck: () =>
      startAgain(eligibility.recheckEligibility, eligibilityMessages.rechecked, eligibilityMessages.recheckFailed),
  };
}

function showOutcome(member: StudentMember): void {
  if (!setChangedMember(member)) return;
  const isPreapproved = standingOf(member).isEligible;
  // Only chooses a label elsewhere; never opens anything.
  writeBrowserKey('eligibilityScore', isPreapproved ? '100' : '0');
  if (isPreapproved) toast(eligibilityMessages.preapproved);
}

/** The step lives in the browser's history: Back works, a reload stays. Without complete basics there is no step 2. */
function useWizardStep(basicsComplete: boolean) {
  const navigate = useNavigate();
  const asked = (useLocation().state as { step?: unknown } | null)?.step;
  const goTo = (step: 1 | 2) => void navigate('.', { state: { step }, preventScrollReset: true });
  return { step: asked === 2 && basicsComplete ? 2 : 1, goTo } as const;
}
