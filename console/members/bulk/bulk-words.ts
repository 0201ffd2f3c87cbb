import type { AnyBulkAct, BulkJob } from '../../../contract/console/bulk-schemas.ts';
import type { ShownSite } from '../../../contract/console/members-schemas.ts';
import type { Tone } from '../../../ui/tones.ts';

export type BulkKind = AnyBulkAct['kind'];

/** What the acts are called in menus. */
export const actWords: Readonly<Record<BulkKind, string>> = {
  'give-plan': 'Give a plan',
  'take-plan': 'Take a plan',
  'set-field': 'Set a field',
  'send-reset': 'Mail a new password',
  'end-sessions': 'Log out everywhere',
  suspend: 'Suspend',
  reinstate: 'Lift the suspension',
  delete: 'Delete',
};

export const stateWords: Readonly<Record<BulkJob['state'], { words: string; tone: Tone }>> = {
  collecting: { words: 'Looking for the members', tone: 'info' },
  running: { words: 'Under way', tone: 'info' },
  done: { words: 'Done', tone: 'success' },
  cancelled: { words: 'Stopped by staff', tone: 'warning' },
  stopped: { words: 'Stopped by itself', tone: 'error' },
};

const stopWords: Readonly<Record<string, string>> = {
  'person-removed': 'Who began it is not on the staff any more.',
  'permission-lost': 'Who began it may not do this any more.',
  'invalid-request': 'The site does not have a field any more by which the members were chosen.',
  'unknown-column': 'The site does not have a field any more that a column of the file holds.',
  'scope-lost': 'Who began it does not work with this site any more.',
  'bulk-number-differs': 'More or fewer members matched than the number that was typed. None was deleted.',
};

/** Why a job or an import has stopped by itself, in a sentence. */
export const stopReason = (code: string | null): string | undefined => (code === null ? undefined : stopWords[code]);

/** What a job does, with names for ids: "Give the plan Friend". */
export function titleOf({ act, undoes }: Pick<BulkJob, 'act' | 'undoes'>, site: ShownSite | undefined): string {
  const plan = site?.plans.find(({ id }) => id === act.planId)?.name ?? act.planId ?? '';
  const field = site?.fields.find(({ key }) => key === act.field)?.label ?? act.field ?? '';
  const titles: Record<BulkKind, string> = {
    'give-plan': `Give the plan ${plan}`,
    'take-plan': `Take the plan ${plan}`,
    'set-field': undoes === null ? `Set ${field}` : `Give ${field} its former value`,
    'send-reset': 'Mail a new password',
    'end-sessions': 'Log out everywhere',
    suspend: 'Suspend members',
    reinstate: 'Lift suspensions',
    delete: 'Delete members',
  };
  return undoes === null ? titles[act.kind] : `${titles[act.kind]} (undo)`;
}

const numbers = new Intl.NumberFormat();

/** "1 member", "about 48,000 members". */
export const membersInWords = (count: number, isExact = true): string =>
  `${isExact ? '' : 'about '}${numbers.format(count)} ${count === 1 ? 'member' : 'members'}`;
