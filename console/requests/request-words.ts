import {
  assignedToNone,
  requestStatuses,
  type EntryKind,
  type RequestEntry,
  type RequestRow,
  type RequestStatus,
} from '../../contract/console/requests-schemas.ts';
import type { Choice } from '../list/choice.ts';
import { dateOf, momentOf } from '../shell/times.ts';

/** What staff call the kinds of requests. */
export const requestWords: Readonly<Record<RequestRow['kind'], string>> = {
  lead: 'Course outline',
  consultation: 'Consultation',
  support: 'Question',
};

export const statusWords: Readonly<Record<RequestStatus, string>> = {
  waiting: 'Waiting',
  answered: 'Answered',
  resolved: 'Resolved',
};

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const requestChoices: readonly Choice[] = choicesOf(requestWords);
export const statusChoices: readonly Choice[] = requestStatuses.map((value) => ({ value, label: statusWords[value] }));

/** Who a request may be assigned to, for filters; and none. */
export const assigneeChoices = (people: readonly { id: string; name: string }[]): Choice[] => [
  { value: assignedToNone, label: 'No person' },
  ...people.map(({ id, name }) => ({ value: id, label: name })),
];

/** Whether the promise on the page is broken. */
export const isOverdue = ({ status, dueAt }: Pick<RequestRow, 'status' | 'dueAt'>, nowMs = Date.now()): boolean =>
  status === 'waiting' && Date.parse(dueAt) < nowMs;

const hourMs = 3_600_000;

/** "in 3 hours", "2 hours late", the day of one that waits no more. */
export function dueText({ status, dueAt }: Pick<RequestRow, 'status' | 'dueAt'>, nowMs = Date.now()): string {
  if (status !== 'waiting') return dateOf(dueAt);
  const leftHours = (Date.parse(dueAt) - nowMs) / hourMs;
  if (leftHours >= 0) return `in ${spanText(leftHours)}`;
  return `${spanText(-leftHours)} late`;
}

function spanText(hours: number): string {
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours >= 1) return Math.floor(hours) === 1 ? '1 hour' : `${Math.floor(hours)} hours`;
  const minutes = Math.max(1, Math.floor(hours * 60));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

const entryWords: Readonly<Record<EntryKind, (entry: RequestEntry) => string>> = {
  replied: ({ actor, subject }) => `${actor} answered: ${subject}`,
  assigned: ({ actor, body }) =>
    body === ''
      ? `${actor} took it from who had it`
      : body === actor
        ? `${actor} took it`
        : `${actor} gave it to ${body}`,
  answered: ({ actor }) => `${actor} marked it as answered`,
  reopened: ({ actor }) => `${actor} put it back to waiting`,
  resolved: ({ actor, subject }) => (subject === '' ? `${actor} resolved it` : `${actor} merged it into ${subject}`),
  merged: ({ actor, subject }) => `${actor} merged ${subject} into it`,
  'asked-again': ({ actor, subject }) => `${actor} asked the same again, after ${subject} was answered`,
  confirmed: ({ actor, body }) => `${actor} confirmed ${momentOf(body)}, in your time`,
  moved: ({ actor, body }) => `${actor} moved it to ${momentOf(body)}, in your time`,
  cancelled: ({ actor, body }) => `${actor} cancelled ${momentOf(body)}, in your time`,
};

/** A line of the history. */
export const entryText = (entry: RequestEntry): string => entryWords[entry.kind](entry);
