import type { ToastMessage } from '../../ui/toast-message.ts';

/**
 * What the portal says to a visitor or student in answer to what they did, one file per subject. Words partners spell
 * differently stand in braces; `inWords` puts the partner's in.
 */
export type Messages = Record<string, Message | Record<string, Message>>;

/** A sentence; one with a fact in it; a notice that stays on the page; a passing message. */
type Message = string | ((fact: string) => string) | NoticeText | ToastMessage;

interface NoticeText {
  title: string;
  text: string;
}
