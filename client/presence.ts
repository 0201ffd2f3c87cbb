import type { Member } from '../contract/members.ts';
import type { Auth } from '../contract/sign-in.ts';
import type { Answer } from './request.ts';
import type { Session } from './session.ts';
import type { CheckSignIn } from './sign-in-failures.ts';

/** The signed-in member as far as known: undefined before the first answer, null for a visitor. */
export type KnownMember = Member | null | undefined;

/** Hears of the member after each change. @param isOver the service says that the session has ended */
type MemberListener = (member: Member | null, isOver?: boolean) => void;

/** Keeps the signed-in member of this page and calls the listeners after each change. @param check judges the answer to each sign-in */
export function createPresence(session: Session, check: CheckSignIn) {
  const listeners = new Set<MemberListener>();
  let known: KnownMember = session.token() === null ? null : undefined;

  const tell: MemberListener = (next, isOver) => {
    known = next;
    session.remember(next);
    for (const listener of listeners) listener(next, isOver);
  };
  /** Begins the session of an answer, or goes on under its new token. */
  const begin = ({ member, tokens }: Pick<Auth, 'member' | 'tokens'>): void => {
    if (tokens) session.start(tokens.accessToken, tokens.expires);
    tell(member);
  };
  return {
    known: () => known,
    tell,
    /** Merges a change into the member, after a call that does not answer with the whole member. */
    change(change: (member: Member) => Partial<Member>): void {
      if (known) tell({ ...known, ...change(known) });
    },
    signOut(isOver?: boolean): void {
      session.end();
      tell(null, isOver);
    },
    begin,
    /** Begins the session that a call answers with. @throws RequestError where it answers without a member, or a session */
    async signIn<Answered extends Answer<Auth>>(
      kind: 'login' | 'signup',
      answering: Promise<Answered>,
    ): Promise<Answered> {
      const answer = await check(kind, answering, session.token);
      begin(answer.data);
      return answer;
    },
    /** Replaces the member by the one a call answers with. */
    async update<Answered extends Answer<unknown>>(
      answering: Promise<Answered>,
      memberOf: (data: Answered['data']) => Member,
    ): Promise<Answered> {
      const answer = await answering;
      tell(memberOf(answer.data));
      return answer;
    },
    onAuthChange(listener: MemberListener): { unsubscribe: () => void } {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
  };
}
