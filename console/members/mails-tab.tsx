import type { MailRow } from '../../contract/console/mails.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { EarlierPages } from '../shell/earlier-pages.tsx';
import { momentOf } from '../shell/times.ts';
import { membersKey, type MemberPlace } from './member-queries.ts';

const states: Record<MailRow['state'], string> = {
  waiting: 'waiting',
  sent: 'sent',
  refused: 'refused by the mail server',
  late: 'too late to be of use, and dropped',
};

/** The mails about a member that are kept; each leads to the mail as it looked. */
export function MailsTab({ place }: { place: MemberPlace }) {
  return (
    <EarlierPages
      queryKey={[...membersKey(place.siteId), 'mails', place.memberId]}
      fetchPage={(after) =>
        send('GET /console/api/mails', undefined, { member: place.memberId, ...(after !== null && { after }) })
      }
      named="The mails"
      empty="No mail about this member is kept. They are, for a month."
    >
      {(mails) => (
        <ul className="max-w-[46rem] divide-y divide-line">
          {mails.map(({ id, subject, to, state, at }) => (
            <li key={id} className="py-3">
              <TextLink to={`/mails/${id}`}>{subject || 'No subject'}</TextLink>
              <p className="text-sm wrap-anywhere text-muted">
                To {to}, {states[state]}, <time dateTime={at}>{momentOf(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </EarlierPages>
  );
}
