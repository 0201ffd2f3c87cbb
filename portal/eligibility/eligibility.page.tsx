import type { StudentMember } from '../../contract/student-fields.ts';
import { partnerTitle } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { useMember } from '../session/member.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { BasicStep } from './basic-step.tsx';
import { Advisor, Preapproved } from './outcome.tsx';
import { StudiesStep } from './studies-step.tsx';
import { useEligibility } from './use-eligibility.ts';
import { WizardHeader } from './wizard-header.tsx';

/** The eligibility check, or its outcome once there is one. */
export function Component() {
  const member = useMember();
  return member ? <Eligibility member={member} /> : null;
}

function Eligibility({ member }: { member: StudentMember }) {
  const check = useEligibility(member);
  const outcome = { ...check.studies, onStartAgain: check.screen === 'advisor' ? check.retake : check.recheck };
  const card = useHeadingFocus(`${check.screen} ${check.step}`);
  useTitle(check.screen === 'wizard' ? `Step ${check.step} of 2` : 'Your result');

  return (
    <Page width="task">
      <div ref={card}>
        <Card>
          {check.screen === 'preapproved' && <Preapproved {...outcome} />}
          {check.screen === 'advisor' && <Advisor {...outcome} />}
          {check.screen === 'wizard' && <Wizard check={check} emailKnown={member.auth.email !== ''} />}
        </Card>
      </div>
    </Page>
  );
}

function Wizard({ check, emailKnown }: { check: ReturnType<typeof useEligibility>; emailKnown: boolean }) {
  const { step, basics, studies, keep, goTo, submit } = check;
  return (
    <>
      <WizardHeader step={step} />
      <h1 tabIndex={-1} className="mt-8">
        {step === 1 ? 'How can we reach you?' : 'What would you like to study?'}
      </h1>
      <p className="mt-2 mb-8 text-muted">
        {step === 1
          ? 'Two short steps tell you whether you can join a course. It takes about two minutes, and no documents are needed.'
          : 'Choose a course and the highest level you have finished. You can change the course later.'}
      </p>
      {step === 1 ? (
        <BasicStep values={basics} emailKnown={emailKnown} onInput={keep} onContinue={() => goTo(2)} />
      ) : (
        <StudiesStep values={studies} onInput={keep} onBack={() => goTo(1)} onSubmit={submit} />
      )}
    </>
  );
}

function useTitle(place: string): void {
  usePageTitle(`${place} · Eligibility – ${partnerTitle(usePartner())}`);
}
