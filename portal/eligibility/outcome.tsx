import { CircleCheck, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { educationLevels } from '../../shared/education-levels.ts';
import type { EducationLevel } from '../../shared/education-levels.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage, pathOf } from '../partner/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

interface OutcomeProps {
  course: CourseCode;
  hasChosenCourse: boolean;
  educationLevel: EducationLevel | undefined;
  /** Takes the outcome back; fails with a message of its own. */
  onStartAgain: () => Promise<void>;
}

/** The way is free. */
export function Preapproved({ course, hasChosenCourse, educationLevel, onStartAgain }: OutcomeProps) {
  const partner = usePartner();
  const { Enrol, enrol, enrolling } = partner.words;
  return (
    <Outcome
      icon={<CircleCheck className="size-8 text-success" />}
      tint="bg-success-tint"
      title="Congratulations! You're Pre-approved"
    >
      <p>
        {hasChosenCourse
          ? `You meet the entry requirement for ${courses[course].name} and for our other two courses. The next step is to choose your dates and how you pay.`
          : 'You meet the entry requirement for all three courses. The next step is to choose one, your dates and how you pay.'}
      </p>
      <p className="text-muted">
        {`You can ${enrol} now or later. Being pre-approved costs nothing and does not hold a place yet.`}
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ButtonLink to={pathOf(partner, 'enrol')}>{`${Enrol} Now`}</ButtonLink>
        <StartAgain onPress={onStartAgain}>Recheck Eligibility</StartAgain>
      </div>
      <p>
        Questions before {enrolling}? <TextLink to={consultantPage(partner)}>Speak with a career consultant</TextLink>
      </p>
      <HowWeDecided educationLevel={educationLevel} />
    </Outcome>
  );
}

/** A person looks at it next. */
export function Advisor({ educationLevel, onStartAgain }: OutcomeProps) {
  const partner = usePartner();
  return (
    <Outcome
      icon={<MessagesSquare className="size-8 text-info" />}
      tint="bg-info-tint"
      title="Thank you for your interest"
    >
      <p>
        Your answers do not lead to a pre-approval by themselves. That is not a no: experience at work and other
        training can count too, and a consultant looks at them with you.
      </p>
      <p className="text-muted">A first talk takes about 30 minutes and costs nothing.</p>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <ButtonLink to={consultantPage(partner)}>Contact an industry career consultant</ButtonLink>
        <StartAgain onPress={onStartAgain}>Retake Assessment</StartAgain>
      </div>
      <HowWeDecided educationLevel={educationLevel} />
    </Outcome>
  );
}

function Outcome({
  icon,
  tint,
  title,
  children,
}: {
  icon: ReactNode;
  tint: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="space-y-5">
      <span aria-hidden="true" className={`flex size-16 items-center justify-center rounded-full ${tint}`}>
        {icon}
      </span>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}

function StartAgain({ onPress, children }: { onPress: () => Promise<void>; children: ReactNode }) {
  const [pending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    await onPress();
    setPending(false);
  };
  return (
    <Button look="outline" loading={pending} onClick={() => void press()}>
      {children}
    </Button>
  );
}

/** The rule, to unfold: an automated decision is explained to the person it is about (GDPR, article 22). */
function HowWeDecided({ educationLevel }: { educationLevel: EducationLevel | undefined }) {
  return (
    <details className="border-t border-line pt-4 text-sm">
      <summary className="w-fit cursor-pointer py-1 font-semibold text-muted">How we decided</summary>
      <div className="mt-2 space-y-2 text-muted">
        <p>
          One answer counts: your highest education level. You told us:{' '}
          <strong className="font-semibold text-ink">
            {educationLevel ? educationLevels[educationLevel] : 'no level yet'}
          </strong>
          .
        </p>
        <p>
          {`From ${educationLevels.level5} upwards, and with an approval by Admissions, the check pre-approves. With “${educationLevels.level4}” a consultant looks at the whole picture.`}
        </p>
        <p>The rule is the same for everyone, and no other answer plays a part.</p>
      </div>
    </details>
  );
}
