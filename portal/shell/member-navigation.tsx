import { ClipboardCheck, GraduationCap, ReceiptText, User } from 'lucide-react';
import type { Order } from '../../contract/payments.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { orderQuestion } from '../session/order.ts';
import { standingOf } from '../session/standing.ts';
import { useAnswer } from '../session/use-answer.ts';
import { NavLinkRow } from './nav-link-row.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ReadingLinks } from './reading-links.tsx';

/** What a member finds in side navigation and drawer: what to do next, how far they are, what there is to read. */
export function MemberNavigation({ member, isCollapsed }: { member: StudentMember; isCollapsed: boolean }) {
  const { words } = usePartner();
  const standing = standingOf(member);
  const isComplete = standing.isPaid || standing.isEnrolled;
  return (
    <div className="space-y-4">
      {isComplete && !isCollapsed && <EnrolledPanel />}
      <ul className="space-y-1">
        {isComplete ? (
          <li>
            <NavLinkRow page="paymentSuccess" icon={ReceiptText} isCollapsed={isCollapsed}>
              Your receipt
            </NavLinkRow>
          </li>
        ) : (
          <>
            <li>
              <NavLinkRow page="eligibility" icon={ClipboardCheck} isCollapsed={isCollapsed}>
                Eligibility Checker
              </NavLinkRow>
            </li>
            <li>
              <NavLinkRow page="enrol" icon={GraduationCap} isCollapsed={isCollapsed}>
                {`${words.Enrol} Now`}
              </NavLinkRow>
            </li>
          </>
        )}
        <li>
          <NavLinkRow page="profile" icon={User} isCollapsed={isCollapsed}>
            Your profile
          </NavLinkRow>
        </li>
      </ul>
      {!isCollapsed && <ProgressCard standing={standing} />}
      <ReadingLinks isCollapsed={isCollapsed} />
    </div>
  );
}

function EnrolledPanel() {
  const { words } = usePartner();
  const { data: order } = useAnswer(orderQuestion);
  const unsettled = unsettledOf(order);
  return (
    <section
      className={`rounded-lg border-l-4 p-4 ${unsettled ? 'border-line bg-tint' : 'border-success bg-success-tint'}`}
    >
      <h2 className="text-sm text-muted">{`${words.Enrolment} Status`}</h2>
      <p className={`mt-1 text-h3 ${unsettled ? '' : 'text-success'}`}>{unsettled?.title ?? `${words.Enrolled}!`}</p>
      <p className="mt-1 text-sm">{unsettled?.text ?? "You're all set. Check your email for next steps."}</p>
    </section>
  );
}

/** A member's own fields say enrolled until they have chosen or the card provider has paid back: the order alone tells. */
function unsettledOf(order: Order | null | undefined): { title: string; text: string } | undefined {
  if (order?.isEnding) return { title: 'Being refunded', text: 'Your refund is under way.' };
  if (order?.cancelledRun ?? order?.movedRun)
    return { title: 'Please choose', text: 'Your cohort has changed. Your receipt page asks what you want.' };
  return undefined;
}
