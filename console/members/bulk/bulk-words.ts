import type { AnyBulkAct, BulkJob } from '../../../contract/console/bulk-schemas.ts';
import type { ShownSite } from '../../../contract/console/members-schemas.ts';
import type { Tone } from '../../../ui/tones.ts';

export type BulkKind = AnyBulkAct['kind'];

/** What the acts are called in menus, and what a member is after one. */
export const actWords: Readonly<Record<BulkKind, { offer: string; done: string }>> = {
  'give-plan': { offer: 'Give a plan', done: 'got the plan' },
  'take-plan': { offer: 'Take a plan', done: 'lost the plan' },
  'set-field': { offer: 'Set a field', done: 'have the new value' },
  'send-reset': { offer: 'Mail a new password', done: 'get a mail' },
  'end-sessions': { offer: 'Log out everywhere', done: 'were logged out' },
  delete: { offer: 'Delete', done: 'were deleted' },
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
  'scope-lost': 'Who began it does not work with this site any more.',
};

/** Why a job has stopped by itself, in a sentence. */
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
    delete: 'Delete members',
  };
  return undoes === null ? titles[act.kind] : `${titles[act.kind]} (undo)`;
}

const numbers = new Intl.NumberFormat();

/** "1 member", "about 48,000 members". */
export const membersInWords = (count: number, isExact = true): string =>
  `${isExact ? '' : 'about '}${numbers.format(count)} ${count === 1 ? 'member' : 'members'}`;
