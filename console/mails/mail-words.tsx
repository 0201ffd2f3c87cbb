import { CircleCheck, CircleX, Clock, TimerOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MailRow, ShownMail } from '../../contract/console/mails.ts';
import { Badge } from '../../ui/badge.tsx';
import { tones, type Tone } from '../../ui/tones.ts';
import { momentOf } from '../shell/times.ts';

const states: Record<MailRow['state'], { words: string; tone: Tone; icon: LucideIcon; about: string }> = {
  waiting: { words: 'Waiting', tone: 'info', icon: Clock, about: 'It leaves as soon as the mail server takes it.' },
  sent: { words: 'Sent', tone: 'success', icon: CircleCheck, about: 'The mail server has taken it.' },
  refused: {
    words: 'Refused',
    tone: 'error',
    icon: CircleX,
    about: 'The mail server did not take it in ten attempts.',
  },
  late: {
    words: 'Too late',
    tone: 'warning',
    icon: TimerOff,
    about: 'It could not be sent while it was of use, so it was dropped.',
  },
};

export const stateChoices = Object.entries(states).map(([value, { words }]) => ({ value, label: words }));
/** What a mail's state means, in a sentence. */
export const aboutState = ({ state, leavesAt }: Pick<ShownMail, 'state' | 'leavesAt'>): string =>
  leavesAt ? `It leaves by itself on ${momentOf(leavesAt)}: others went to this mailbox before.` : states[state].about;

/** What became of a mail. */
export function MailState({ state }: { state: MailRow['state'] }) {
  const { words, tone, icon } = states[state];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}

/** The same in a row of a list. */
export function MailStateLine({ state }: { state: MailRow['state'] }) {
  const { words, tone, icon: Icon } = states[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${tones[tone].text}`}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </span>
  );
}

/** `password-changed` as "Password changed". */
export const kindWords = (kind: string): string => {
  const words = kind.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
