import { useId } from 'react';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { readBrowserKey } from '../session/browser-keys.ts';
import { useMember } from '../session/member.ts';
import { standingOf } from '../session/standing.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { landingActionOf } from './landing-action.ts';

/** The way on from a course page, by who reads it. */
export function LandingLink({ className }: { className?: string }) {
  const partner = usePartner();
  const member = useMember();
  const id = useId();
  if (member === undefined) return <Skeleton className="h-12 w-48" />;
  const standing = standingOf(member);
  const { label, leadsTo, description } = landingActionOf(
    partner,
    member
      ? {
          stage: standing.stage,
          hasPaid: readBrowserKey('paymentInfo') !== null,
          // A browser in which the check was not taken goes by its outcome.
          eligibilityScore: Number(readBrowserKey('eligibilityScore') ?? (standing.isEligible ? 100 : 0)),
        }
      : undefined,
  );
  return (
    <>
      <Link to={pathOf(partner, leadsTo)} aria-describedby={id} className={buttonClass('primary', className)}>
        {label}
      </Link>
      <span id={id} hidden>
        {description}
      </span>
    </>
  );
}
