import type { Cohort } from '../../contract/cohorts.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { hasDate } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** What paying for an intake without a date means, read before it is paid; nothing for one with dates. */
export function NoDateYet({ cohort }: { cohort: Cohort }) {
  const partner = usePartner();
  if (hasDate(cohort.startDate)) return null;
  return (
    <Notice tone="warning" title={enrolMessages.noDateYet.title}>
      <p>
        {enrolMessages.noDateYet.text}{' '}
        <TextLink to={pathOf(partner, 'refunds')}>Refund policy and your rights</TextLink>
      </p>
    </Notice>
  );
}
