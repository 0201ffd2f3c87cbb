import type { Member } from '../contract/members.ts';
import type { Auth } from '../contract/sign-in.ts';
import type { Answer } from './request.ts';
import type { Session } from './session.ts';

/** What is known of who is signed in: undefined before the first answer, null for a visitor. */
export type KnownMember = Member | null | undefined;

/** Who is signed in on this page, and who wants to hear of it. */
export function createPresence(session: Session) {
  const listeners = new Set<(member: Member | null) => void>();
  let known: KnownMember = session.token() === null ? null : undefined;

  const tell = (next: Member | null): void => {
    known = next;
    session.remember(next);
    for (const listener of listeners) listener(next);
  };
  return {
    known: () => known,
    tell,
    /** Takes over what a call changed of the member, where the call answers with nothing else. */
    change(change: (member: Member) => Partial<Member>): void {
      if (known) tell({ ...known, ...change(known) });
    },
    signOut(): void {
      session.end();
      tell(null);
    },
    /** Begins the session that a call answers with. */
    async signIn<Answered extends Answer<Auth>>(answering: Promise<Answered>): Promise<Answered> {
      const answer = await answering;
      if (answer.data.tokens) session.start(answer.data.tokens.accessToken, answer.data.tokens.expires);
      tell(answer.data.member);
      return answer;
    },
    /** Takes the member over that a call answers with. */
    async update<Answered extends Answer<unknown>>(
      answering: Promise<Answered>,
      memberOf: (data: Answered['data']) => Member,
    ): Promise<Answered> {
      const answer = await answering;
      tell(memberOf(answer.data));
      return answer;
    },
    onAuthChange(listener: (member: Member | null) => void): { unsubscribe: () => void } {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
  };
}
