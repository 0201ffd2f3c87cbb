import type { ShownSite, TimelineEntry } from '../../contract/console/members-schemas.ts';

/** What of a site an entry may name. */
type Names = Pick<ShownSite, 'fields' | 'plans'>;

const acts: Record<string, string> = {
  'member.created': 'created this member',
  'member.deleted': 'erased this member',
  'member.view-began': 'began to see as this member',
  'member.view-ended': 'no longer sees as this member',
  'member.exported': 'exported everything about this member',
  'member.suspended': 'suspended this member',
  'member.reinstated': 'lifted the suspension',
  'member.factors-removed': 'removed the second step',
  'reset.sent': 'mailed a code for a new password',
  'note.added': 'wrote a note',
  'note.changed': 'changed a note',
  'note.deleted': 'deleted a note',
  'mail.sent-again': 'sent a mail again',
};

const ways: Record<string, string> = {
  password: 'with the password',
  code: 'with a mailed code',
  passkey: 'with a passkey',
};

const planStates: Record<string, string> = {
  ACTIVE: 'active',
  TRIALING: 'in trial',
  REQUIRES_PAYMENT: 'payment is due',
  REQUIRES_AUTHENTICATION: 'the bank asks for a confirmation',
  CANCELED: 'ended',
};

const events: Record<string, string> = {
  'member.created': 'the member joined',
  'member.updated': 'the member changed',
  'member.deleted': 'the member was deleted',
  'member.suspended': 'the member was suspended',
  'member.reinstated': 'the suspension was lifted',
  'member.plan.added': 'the member has a plan',
  'member.plan.updated': 'a plan changed',
  'member.plan.canceled': 'a plan ended',
  'member.payment.succeeded': 'a payment arrived',
  'member.payment.failed': 'a payment failed',
};

const orders: Record<string, string> = {
  'order.placed': 'Ordered',
  'order.paid': 'Paid',
  'order.refunded': 'Money back asked for',
};

const planName = ({ plans }: Names, id: string) => plans.find((plan) => plan.id === id)?.name ?? id;

/** What a change names: the site's own words for a field. */
function changedWords({ fields }: Names, note: string): string {
  const words = note
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => {
      const key = name.replace(/^(customFields|metaData)\./, '');
      const plain: Record<string, string> = {
        email: 'the address',
        verified: 'whether the address is proved',
        json: 'the JSON',
        loginRedirect: 'where the log-in leads',
        permissions: 'what they may besides',
      };
      if (Object.hasOwn(plain, name)) return plain[name]!;
      return fields.find((field) => field.key === key)?.label ?? key;
    });
  return words.length === 0 ? 'this member' : words.join(', ');
}

function actWords(entry: TimelineEntry, names: Names): string {
  const { title, detail, actor } = entry;
  const who = actor || 'Somebody';
  if (title === 'member.joined') return 'The account was made';
  if (title === 'member.updated') return `${who} changed ${changedWords(names, detail)}`;
  if (title === 'plan.added') return `${who} gave the plan ${planName(names, detail)}`;
  if (title === 'plan.removed') return `${who} took the plan ${planName(names, detail)}`;
  if (title === 'sessions.ended') return `${who} ended ${detail ? 'a session' : 'all sessions'}`;
  const words = Object.hasOwn(acts, title) ? acts[title]! : `${title}${detail && ` (${detail})`}`;
  return `${who} ${words}`;
}

/** An entry of a timeline as a sentence. What has no words of its own is shown as it is stored. */
export function sentenceOf(entry: TimelineEntry, names: Names): string {
  const { kind, title, detail } = entry;
  if (kind === 'act') return actWords(entry, names);
  if (kind === 'sign-in')
    return `Signed in ${title === 'provider' ? '' : (ways[title] ?? '')}`.trim() + (detail && `: ${detail}`);
  if (kind === 'plan') return `Plan ${planName(names, title)} began; it is ${planStates[detail] ?? detail} now`;
  if (kind === 'order') return `${orders[title] ?? title}: ${detail}`;
  if (kind === 'mail') return `Mail: ${title || 'no subject'}`;
  return `The site’s server ${detail === 'delivered' ? 'was told' : 'is told'}: ${events[title] ?? title}`;
}

const mailStates: Readonly<Record<string, string>> = {
  waiting: 'It waits to be sent',
  refused: 'The mail server did not take it',
  dropped: 'It was too late to be of use, and dropped',
};

/** What became of a delivery or a mail; empty where there is nothing to say. */
export function stateOf({ kind, detail }: TimelineEntry): string {
  if (kind === 'mail') return mailStates[detail] ?? '';
  if (kind === 'event' && detail !== 'delivered')
    return detail === 'failed' ? 'It could not be delivered' : 'It waits for its next attempt';
  return '';
}
