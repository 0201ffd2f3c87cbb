import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import type { Catalogue } from '../../contract/cohorts.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { partnerTitle } from '../../shared/partners.ts';
import type { Order } from '../../contract/payments.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage } from '../partner/paths.ts';
import { useIsOnline } from '../session/connection.ts';
import { expectCatalogue, useCatalogue } from '../session/catalogue.ts';
import { useMember } from '../session/member.ts';
import { orderQuestion } from '../session/order.ts';
import { useAnswer } from '../session/use-answer.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { scrollToTopLater } from '../ui/scroll-later.ts';
import { useStepName } from '../ui/step-name.ts';
import { Steps } from '../ui/steps.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { CourseStep } from './course-step.tsx';
import { EnrolColumns } from './enrol-columns.tsx';
import { EnrolLead, EnrolSkeleton, StepSkeleton, Unavailable } from './enrol-states.tsx';
import { EnrolNotices } from './enrol-notices.tsx';
import { OrderSummary } from './order-summary.tsx';
import { findKnownPayment, PaymentKnown } from './payment-known.tsx';
import { enrolSteps, withOwnSeat } from './selection.ts';
import type { EnrolStep } from './selection.ts';
import type { CheckoutRefusal } from './use-checkout.ts';
import { useEnrolGate } from './use-enrol-gate.ts';
import { useEnrol } from './use-enrol.ts';

// The next step arrives while one is being read.
const loadCohortStep = () => import('./cohort-step.tsx');
const loadPaymentStep = () => import('./payment-step.tsx');
const CohortStep = lazy(async () => ({ default: (await loadCohortStep()).CohortStep }));
const PaymentStep = lazy(async () => ({ default: (await loadPaymentStep()).PaymentStep }));

expectCatalogue();

/** Course, cohort, payment: the three steps from pre-approved to the card page. */
export function Component() {
  const member = useMember();
  return member ? <Gate member={member} /> : <EnrolSkeleton />;
}

function Gate({ member }: { member: StudentMember }) {
  const isOpen = useEnrolGate(member);
  const catalogue = useCatalogue();
  const { data: order, isPending } = useAnswer(orderQuestion, { againAfterMs: watchedMs });
  const known = findKnownPayment(order);
  // No pay button before it is known whether something was paid. Where the order cannot be read the steps open all the same.
  const open = isOpen && !isPending ? catalogue.data : undefined;
  // What is known stays when it could not be asked again: a step and its ticks are not lost with the connection.
  const isMissing = catalogue.isError && !catalogue.data;
  const screens = useHeadingFocus(known ?? (isMissing ? 'missing' : open ? 'steps' : 'loading'));
  return (
    <div ref={screens}>
      {order && known ? (
        <PaymentKnown order={order} known={known} />
      ) : isMissing ? (
        <Unavailable onRetry={catalogue.refetch} />
      ) : open ? (
        <Enrol member={member} catalogue={withOwnSeat(open, order)} />
      ) : (
        <EnrolSkeleton />
      )}
    </div>
  );
}

const bankMs = 15_000;

/** A bank's answer opens the way on, or ends it. */
const watchedMs = (order: Order | null | undefined) => (order?.state === 'processing' ? bankMs : undefined);

const stepNames: Record<EnrolStep, string> = { course: 'Course', cohort: 'Cohort', payment: 'Payment' };
const questions: Record<EnrolStep, string> = {
  course: 'Which course do you want to take?',
  cohort: 'When do you want to start?',
  payment: 'How would you like to pay?',
};

function Enrol({ member, catalogue }: { member: StudentMember; catalogue: Catalogue }) {
  const partner = usePartner();
  const enrol = useEnrol(member, catalogue);
  const { selection, step, retry } = enrol;
  const [paymentType, setPaymentType] = useState(retry?.paymentType);
  const [refusal, setRefusal] = useState<CheckoutRefusal>();
  const isOnline = useIsOnline();
  if (isOnline && refusal?.why === 'offline') setRefusal(undefined);
  const heading = useArrivalAtStep(step);
  const number = enrolSteps.indexOf(step) + 1;
  useStepName(stepNames[step]);
  usePageTitle(`Step ${number} of 3 · ${stepNames[step]} – ${partnerTitle(partner)}`);

  return (
    <EnrolColumns
      order={
        <OrderSummary
          selection={selection}
          prices={catalogue.prices}
          paymentType={step === 'payment' ? paymentType : undefined}
        />
      }
    >
      <EnrolLead />
      <Steps steps={Object.values(stepNames)} current={number} label={`Steps to ${partner.words.enrol}`} />
      <h1 ref={heading} tabIndex={-1} className="mt-6 mb-6">
        {questions[step]}
      </h1>
      <EnrolNotices
        isKeptOffline={enrol.saving && !isOnline}
        refusal={refusal}
        gone={enrol.gone}
        cohort={selection.cohort}
      />
      <Suspense fallback={<StepSkeleton />}>
        <OpenStep
          member={member}
          catalogue={catalogue}
          enrol={enrol}
          payment={{
            chosen: paymentType,
            retried: retry?.paymentType,
            onChoose: setPaymentType,
            onRefusal: setRefusal,
          }}
        />
      </Suspense>
      <p className="mt-10 border-t border-line pt-6 text-muted">
        Not sure yet? <TextLink to={consultantPage(partner)}>Talk it over with a career consultant</TextLink>
      </p>
    </EnrolColumns>
  );
}

interface OpenStepProps {
  member: StudentMember;
  catalogue: Catalogue;
  enrol: ReturnType<typeof useEnrol>;
  payment: Pick<ComponentProps<typeof PaymentStep>, 'chosen' | 'retried' | 'onChoose' | 'onRefusal'>;
}

function OpenStep({ member, catalogue, enrol, payment }: OpenStepProps) {
  const { selection, step, goTo } = enrol;
  const { course, cohort } = selection;
  const isLastNext = cohort !== undefined;
  useEffect(() => {
    // Both, so that a connection lost on the way does not end it. What does not come is missed by its step, which says so.
    (isLastNext ? loadPaymentStep() : loadCohortStep().then(loadPaymentStep)).catch(() => undefined);
  }, [isLastNext]);

  if (step === 'payment' && cohort) {
    return <PaymentStep member={member} cohort={cohort} prices={catalogue.prices} goTo={goTo} {...payment} />;
  }
  if (step === 'cohort' && course) {
    return (
      <CohortStep
        cohorts={catalogue.cohorts}
        course={course}
        chosen={cohort}
        onChoose={enrol.chooseCohort}
        onBack={() => goTo('course')}
        onContinue={() => goTo('payment')}
      />
    );
  }
  return (
    <CourseStep
      catalogue={catalogue}
      chosen={course}
      saving={enrol.savingCourse}
      onChoose={(code) => void enrol.chooseCourse(code)}
      onContinue={() => goTo('cohort')}
    />
  );
}

/** Takes the reader to the top of a step they have just reached: the focus at once, the view when the change has settled. */
function useArrivalAtStep(step: EnrolStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return undefined;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    return scrollToTopLater();
  }, [step]);
  return heading;
}
