import { LogIn, Mail, Radio, ReceiptText, Ticket, UserPen } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ShownSite, TimelineEntry } from '../../contract/console/members-schemas.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { Timeline, TimelineRow } from '../shell/timeline.tsx';
import { timelineKey, type MemberPlace } from './member-queries.ts';
import { sentenceOf, stateOf } from './timeline-words.ts';

const kinds: Record<TimelineEntry['kind'], { icon: LucideIcon; words: string }> = {
  act: { icon: UserPen, words: 'Done by staff, key or operator' },
  'sign-in': { icon: LogIn, words: 'Sign-in' },
  plan: { icon: Ticket, words: 'Plan' },
  order: { icon: ReceiptText, words: 'Order' },
  event: { icon: Radio, words: 'Event told to the site' },
  mail: { icon: Mail, words: 'Mail' },
};

/** Everything that happened to a member, the newest first. */
export function MemberTimeline({ place, site }: { place: MemberPlace; site: ShownSite }) {
  return (
    <Timeline<TimelineEntry>
      queryKey={timelineKey(place)}
      fetchPage={(after) =>
        send('GET /console/api/sites/:siteId/members/:memberId/timeline', undefined, {
          ...place,
          ...(after !== null && { after }),
        })
      }
      empty="Nothing yet. What staff change, what the site is told and each mail appears here."
      renderEntry={(entry) => <Entry key={`${entry.kind} ${entry.id}`} entry={entry} site={site} />}
    />
  );
}

function Entry({ entry, site }: { entry: TimelineEntry; site: ShownSite }) {
  const sentence = sentenceOf(entry, site);
  const { icon, words } = kinds[entry.kind];
  return (
    <TimelineRow
      icon={icon}
      kind={words}
      sentence={entry.kind === 'mail' ? <TextLink to={`/mails/${entry.id}`}>{sentence}</TextLink> : sentence}
      state={stateOf(entry)}
      reason={entry.reason}
      at={entry.at}
    />
  );
}
