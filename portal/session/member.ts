import type { StudentMember } from '../../contract/student-fields.ts';
import { knownAnswer, loadAnswer, refreshAnswer, setAnswer, type Question } from './answers.ts';
import { keepCopies } from './browser-keys.ts';
import { enrolment, membership } from './clients.ts';
import { isStageBehind, standingOf } from './standing.ts';
import { tabView } from './tab-view.ts';
import { useAnswer } from './use-answer.ts';

/** The one place the signed-in member lives in the browser; null for a visitor. */
const memberQuestion: Question<StudentMember | null> = { name: 'member', ask: fetchMember, freshMs: 30_000 };

/** Tells the frame that the session of the member on screen has ended: it ran out, or was ended on another device. */
export const sessionEndedEvent = 'intake:session-ended';

const ignore = () => undefined;

async function fetchMember(): Promise<StudentMember | null> {
  const before = knownMember();
  let member = await readMember();
  // Race: a proof in this tab has renewed the session meanwhile.
  if (!member && before) member = await readMember();
  // Race: a log-in, a log-out or a change has overtaken the answer.
  if (knownMember() !== before) return member;
  // The end of a view of staff is told by its banner.
  if (!member && before && !tabView) dispatchEvent(new Event(sessionEndedEvent));
  keepCopies(member);
  follow(member);
  return member;
}

const readMember = async () => letStageFollow((await membership.getCurrentMember()).data);

/** No first screen waits for it. */
function follow(member: StudentMember | null): void {
  if (member) void import('./follow-member.ts').then(({ followMember }) => followMember(refreshMember), ignore);
}

async function letStageFollow(member: StudentMember | null): Promise<StudentMember | null> {
  if (!member || !isStageBehind(standingOf(member))) return member;
  // A failure here must not lock the member out of pages they can read; the next load asks again.
  return enrolment.resume({ at: 'load' }).catch(() => member);
}

/**
 * The member, while a component watches.
 *
 * @returns `undefined` while unknown, `null` for a visitor and when the service cannot say
 */
export function useMember(): StudentMember | null | undefined {
  const { data, isError } = useAnswer(memberQuestion);
  return data === undefined && isError ? null : data;
}

/** Asks the service unless the answer is fresh. @throws RequestError when it cannot be reached */
export function loadMember(): Promise<StudentMember | null> {
  return loadAnswer(memberQuestion);
}

/** What is known without asking. */
export function knownMember(): StudentMember | null | undefined {
  return knownAnswer(memberQuestion).data;
}

/** Takes over a member the service has just answered with, so that every screen shows it at once. */
export function setMember(member: StudentMember | null): void {
  setAnswer(memberQuestion, member);
  keepCopies(member);
  follow(member);
}

/**
 * Stores the member's record from the answer to a change, unless they have logged out since.
 *
 * @returns false where they have logged out meanwhile: this browser is to show and keep nothing of them
 */
export function setChangedMember(member: StudentMember): boolean {
  const isHere = knownMember()?.id === member.id;
  if (isHere) setMember(member);
  return isHere;
}

/** Reads the member again from the service. */
export function refreshMember(): Promise<void> {
  return refreshAnswer(memberQuestion);
}
