import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import type { Cohort, PriceBook } from '../../contract/cohorts.ts';
import type { Partner } from '../../shared/partners.ts';
import type { PaymentType } from '../../contract/payments.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { inWords } from '../../shared/wording.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { sessionMessages } from '../messages/session.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { askedPath } from '../session/asked-path.ts';
import { keepPendingPayment } from '../session/browser-keys.ts';
import { catalogueOf } from '../session/catalogue.ts';
import { knownMember, refreshMember } from '../session/member.ts';
import { orderQuestion } from '../session/order.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { closeInfoToasts, toast } from '../../ui/toast.ts';
import { isOffline } from './send-once-online.ts';
import { buildPendingRecord } from './pending-record.ts';
import { useIsShown } from './use-is-shown.ts';
import { knownAnswer, refreshAnswer } from '../session/answers.ts';
import { payments } from '../session/payment-client.ts';

/** Refusals that end with a sentence on this page; every other one is "the way to the payment page is blocked". */
const plainRefusals = [
  'cohort-full',
  'cohort-elsewhere',
  'cohort-not-open',
  'cohort-moved',
  'price-changed',
  'payment-in-progress',
  'too-many-requests',
] as const;

/** Why a press of a pay button led nowhere. */
export interface CheckoutRefusal {
  why: (typeof plainRefusals)[number] | 'cohort-held' | 'unreachable' | 'offline';
  /** Of the service, where it knows more than the page: how long to wait. */
  sentence?: string;
}

/** How far a press of a pay button has come. */
export type CheckoutState =
  | { is: 'idle' }
  | { is: 'opening'; paymentType: PaymentType }
  | { is: 'leaving'; paymentType: PaymentType; url: string };

export interface CheckoutTold {
  /** Told why a press led nowhere, and undefined when the next one begins. */
  onRefusal: (refusal: CheckoutRefusal | undefined) => void;
  /** Told that the seat is for those who have proved their address; pressed again after that, it goes on. */
  onUnproved: (paymentType: PaymentType) => void;
}

interface Press {
  paymentType: PaymentType;
  member: StudentMember;
  chosen: Cohort;
}

/**
 * Starts the hosted checkout and leaves the portal for it. Two quick presses start one. Turning away before the answer
 * comes, by a step back or a log-out say, means no.
 */
export function useCheckout(
  { cohort, prices }: { cohort: Cohort | undefined; prices: PriceBook },
  { onRefusal, onUnproved }: CheckoutTold,
) {
  const partner = usePartner();
  const navigate = useNavigate();
  const [state, setState] = useState<CheckoutState>({ is: 'idle' });
  const running = useRef(false);
  const isShown = useIsShown();

  function stop(): void {
    running.current = false;
    closeInfoToasts();
    setState({ is: 'idle' });
  }
  useReturnFromCache(stop);

  const isWanted = ({ member }: Press) => isShown.current && isStill(member);

  /** The service may hold a seat all the same, and the page says so. */
  function giveUp(): Promise<void> {
    stop();
    return refreshAnswer(orderQuestion);
  }

  async function open(press: Press): Promise<void> {
    const { paymentType, member, chosen } = press;
    toast(enrolMessages.redirecting);
    setState({ is: 'opening', paymentType });
    const request = {
      partner: partner.code,
      cohortId: chosen.id,
      paymentType,
      acknowledged: true,
      startDate: chosen.startDate,
      readAmountCents: paymentType === 'full' ? prices.fullCents : prices.depositCents,
    };
    const { url } = await payments.startCheckout(request);
    if (!isWanted(press)) return giveUp();
    keepPendingPayment(
      buildPendingRecord({ cohort: chosen, paymentType, userEmail: member.auth.email, nowMs: Date.now() }),
    );
    setState({ is: 'leaving', paymentType, url });
    leaveFor(url);
  }

  async function refuse(error: unknown, press: Press): Promise<void> {
    const code = error instanceof RequestError ? error.code : 'unknown-error';
    // No answer of the service but a fault of the page: what is told hides the cause.
    if (!(error instanceof RequestError)) reportError(error);
    if (!isWanted(press)) return giveUp();
    const why = plainRefusals.find((plain) => plain === code);
    const { pathname } = location;
    // Another tab or device may have moved on; what is shown next must be what the service knows.
    await Promise.all([refreshAnswer(catalogueOf(partner.code)), refreshAnswer(orderQuestion)]);
    stop();
    // These answers may have closed the step, so only the page counts from here on.
    if (askedPath() !== pathname || !isStill(press.member)) return;
    if (code === 'email-unproved') return onUnproved(press.paymentType);
    if (why === 'cohort-full' && isHeld(partner, press.chosen.id)) return onRefusal({ why: 'cohort-held' });
    if (why) return onRefusal({ why, ...(why === 'too-many-requests' && { sentence: (error as Error).message }) });
    onRefusal(
      code in otherPages || code === 'cohort-not-found'
        ? undefined
        : { why: isOffline(error) ? 'offline' : 'unreachable' },
    );
    toast(inWords(failures[code] ?? enrolMessages.redirectFailed, partner));
    const page = otherPages[code];
    if (page === undefined) return;
    await refreshMember();
    if (askedPath() === pathname) await navigate(pathOf(partner, page));
  }

  async function pay(paymentType: PaymentType): Promise<void> {
    if (running.current) return;
    const member = knownMember();
    if (!member || !cohort) {
      toast(enrolMessages.notReady);
      return;
    }
    running.current = true;
    onRefusal(undefined);
    const press = { paymentType, member, chosen: cohort };
    await open(press).catch((error: unknown) => refuse(error, press));
  }

  /** The card page may still come, and take away a student who has turned back. */
  function turnBack(): void {
    window.stop();
    void giveUp();
  }

  return { state, pay, turnBack };
}

/** Whether the member who pressed is the one who is here now. */
const isStill = ({ id }: StudentMember): boolean => knownMember()?.id === id;

/** Whether a cohort without a free seat may have one again, as the catalogue has just been answered. */
function isHeld({ code }: Partner, cohortId: string): boolean {
  const { data } = knownAnswer(catalogueOf(code));
  return data?.cohorts.find(({ id }) => id === cohortId)?.seats.mayComeBack === true;
}

/** Where a refusal leads that no button on this page can answer. */
const otherPages: Record<string, 'login' | 'eligibility' | 'paymentSuccess'> = {
  'already-enrolled': 'paymentSuccess',
  'eligibility-required': 'eligibility',
  'login-required': 'login',
};

/** What is said about refusals this page does not answer itself; every other one is a way that is blocked. */
const failures: Record<string, ToastMessage> = {
  'already-enrolled': sessionMessages.alreadyEnrolled,
  'eligibility-required': enrolMessages.checkFirst,
  'login-required': enrolMessages.notReady,
  'cohort-not-found': enrolMessages.cohortUnknown,
};

function leaveFor(url: string): void {
  try {
    window.location.assign(url);
  } catch (cause) {
    throw new Error(enrolMessages.notRedirected, { cause });
  }
}

/** The browser's Back may bring this page back as it was left: in the middle of leaving. */
function useReturnFromCache(stop: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && stop();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  });
}
