import { CalendarPlus, CircleCheck, Printer } from 'lucide-react';
import figures from 'content:figures';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { findFirstClass } from '../../shared/calendar-file.ts';
import { courseCodeOf, courses } from '../../shared/courses.ts';
import { buildFirstDayFile, sequenceSince } from '../../shared/first-day.ts';
import { paymentOf, type StudentMember } from '../../contract/student-fields.ts';
import { partnerTitle } from '../../shared/partners.ts';
import { isDay } from '../../shared/zoned-time.ts';
import type { Order } from '../../contract/payments.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage, pathOf } from '../partner/paths.ts';
import { ownStart, readerZone } from '../session/cohort-times.ts';
import { profileOf } from '../session/standing.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cityOf, formatAmount, formatStart, hasDate } from '../ui/format.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { download } from './download.ts';
import './print.css';
import { isNews } from './news.ts';
import { printAlone } from './print-receipt.ts';
import { ReceiptSheet } from './receipt.tsx';
import { buildReceipt, findPurchase } from './receipt-rows.ts';
import type { Purchase } from './receipt-rows.ts';
import { ContactSupport } from './support-link.tsx';

/** Paid and enrolled: what was paid, what happens next, and the receipt. Reads the same a year from now. */
export function Confirmed({ member, order }: { member: StudentMember; order: Order | null }) {
  const partner = usePartner();
  const info = paymentOf(member.customFields);
  const purchase = findPurchase(info, order);
  const receipt = buildReceipt(partner, purchase);
  const sheet = useRef<HTMLElement>(null);
  const [hasJustPaid] = useState(() => isNews(purchase?.paidAt, Date.now()));
  const course = courseCodeOf(purchase?.course);
  const { enrolled } = partner.words;
  usePageTitle(`${hasJustPaid ? 'Payment confirmed' : `You're ${enrolled}`} – ${partnerTitle(partner)}`);

  return (
    <Page width="task" className="space-y-8">
      <div className="rounded-xl border border-l-4 border-success bg-success-tint p-6 md:p-8">
        <CircleCheck className="size-10 text-success" aria-hidden="true" />
        <h1 tabIndex={-1} className="mt-3">
          {hasJustPaid || !course
            ? `Payment confirmed. You're ${enrolled}!`
            : `You're ${enrolled} in ${courses[course].name}`}
        </h1>
        <p className="mt-4 text-sm">Your reference</p>
        <p className="text-h2 wrap-anywhere">{receipt.reference}</p>
        {purchase && <p className="mt-2">{`${receipt.amount} received, thank you.`}</p>}
        {course && (
          <p className="mt-2">
            <TextLink to={pathOf(partner, course)}>Your course, week by week</TextLink>
          </p>
        )}
      </div>
      {order?.moneyBack === 'failed' && (
        <Notice tone="warning" title={paymentMessages.refundFailed.title}>
          <p>{paymentMessages.refundFailed.text}</p>
        </Notice>
      )}
      <WhatNext email={member.auth.email} purchase={purchase} hasJustPaid={hasJustPaid} />
      <ReceiptSheet
        receipt={receipt}
        student={<Student member={member} />}
        isPartnerKnown={order !== null}
        sheet={sheet}
      />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button onClick={() => sheet.current && printAlone(sheet.current)}>
          <Printer className="size-5" aria-hidden="true" />
          Print receipt
        </Button>
        {purchase && <CalendarButton purchase={purchase} reference={receipt.reference} />}
      </div>
      {purchase && hasBalance(purchase) && <Balance purchase={purchase} />}
      <p className="text-muted">
        Questions? <ContactSupport look="link" reference={receipt.reference} /> or{' '}
        <TextLink to={consultantPage(partner)}>talk to a career consultant</TextLink>.
      </p>
    </Page>
  );
}

/** "Ana Silva, ana@example.org" */
function Student({ member }: { member: StudentMember }) {
  const { firstName, lastName, email } = profileOf(member);
  const name = `${firstName} ${lastName}`.trim();
  return (
    <>
      {name && `${name}, `}
      <span className="email">{email}</span>
    </>
  );
}

interface WhatNextProps {
  email: string;
  purchase: Purchase | undefined;
  hasJustPaid: boolean;
}

function WhatNext({ email, purchase, hasJustPaid }: WhatNextProps) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="text-h2">
        What happens next
      </h2>
      <ol className="mt-4 space-y-4">
        <NextStep number={1} title={hasJustPaid ? 'Today' : 'When you paid'}>
          {hasJustPaid ? 'A confirmation is on its way to' : 'We sent a confirmation to'}{' '}
          <span className="email">{email}.</span> Check your email for next steps.
        </NextStep>
        <NextStep number={2} title="Before the course starts">
          {moneySentence(purchase)}
        </NextStep>
        <FirstDay purchase={purchase} />
      </ol>
    </section>
  );
}

/** A deposit leaves a balance; so does a payment in full of less, which staff have accepted. */
const hasBalance = ({ paymentType, order }: Purchase): boolean =>
  paymentType === 'deposit' || (order?.balanceCents ?? 0) > 0;

function moneySentence(purchase: Purchase | undefined): string {
  if (!purchase) return 'Your confirmation email says whether anything is left to pay.';
  return hasBalance(purchase)
    ? `An advisor writes to you and arranges ${purchase.paymentType === 'deposit' ? 'your monthly payments' : 'the rest'}. If you would like to know more before that, write to us: we reply within ${figures.rules.supportReplyHours} hours.`
    : 'There is nothing more to pay. Keep the receipt below for your records.';
}

function FirstDay({ purchase }: { purchase: Purchase | undefined }) {
  const partner = usePartner();
  const startDate = purchase?.startDate ?? '';
  if (!hasDate(startDate)) {
    return (
      <NextStep number={3} title="When the dates are set">
        {`Your first day is set with the next intake of your course. ${paymentMessages.datesToCome}`}
      </NextStep>
    );
  }
  const cohort = purchase?.order?.cohort;
  const yourStart = cohort && ownStart(partner, cohort, readerZone);
  return (
    <NextStep
      number={3}
      title={`${formatStart(partner, startDate)}${yourStart ? ` in ${cityOf(cohort.timeZone)}` : ''}`}
    >
      {!isDay(startDate) && 'The month your course starts.'}
      {isDay(startDate) &&
        (yourStart ? `Your first day of class. It begins ${yourStart}.` : 'Your first day of class.')}
    </NextStep>
  );
}

function NextStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-brand"
      >
        {number}
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}

function CalendarButton({ purchase, reference }: { purchase: Purchase; reference: string }) {
  const partner = usePartner();
  const { order, course, cohortName: name, startDate, paidAt } = purchase;
  const cohort = order?.cohort ?? { name, startDate, schedule: null, timeZone: 'UTC' };
  if (!findFirstClass(cohort)) return null;
  const save = () => {
    const madeAt = new Date();
    const file = buildFirstDayFile({
      partner,
      reference,
      course: courseCodeOf(course),
      cohort,
      sequence: sequenceSince(paidAt === null ? madeAt : new Date(paidAt), madeAt),
      madeAt,
      url: location.origin + location.pathname,
    });
    if (file !== undefined) download('first-day.ics', 'text/calendar', file);
  };
  return (
    <Button look="outline" onClick={save}>
      <CalendarPlus className="size-5" aria-hidden="true" />
      Add first day to calendar
    </Button>
  );
}

function Balance({ purchase: { order, paymentType } }: { purchase: Purchase }) {
  const partner = usePartner();
  return (
    <Card aria-labelledby="balance">
      <h2 id="balance" className="text-h3">
        Still to pay
      </h2>
      {order && (
        <>
          <p className="mt-1 text-h2 tabular-nums">{formatAmount(partner, order.balanceCents)}</p>
          <p className="text-sm text-muted tabular-nums">
            {`of ${formatAmount(partner, order.amountCents + order.balanceCents)} in all`}
          </p>
        </>
      )}
      <p className="mt-2 text-muted">
        {paymentType === 'deposit'
          ? 'You have paid the deposit. The rest is paid monthly, as an advisor arranges it with you.'
          : 'You have paid a part. An advisor arranges the rest with you.'}{' '}
        Nothing is taken from your card by itself.
      </p>
    </Card>
  );
}
