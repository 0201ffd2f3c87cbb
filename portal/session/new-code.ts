import { codeMessages } from '../messages/codes.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { toast } from '../../ui/toast.ts';

/** What the service answers when a code was asked for: the seconds until the mail leaves, where it has to wait. */
export interface AskedCode {
  mailAfterSeconds?: number;
}

/** What is said of another code: that it was sent, or when it leaves. */
export function newCodeMessage({ mailAfterSeconds }: AskedCode): ToastMessage & { text: string } {
  if (mailAfterSeconds === undefined) return codeMessages.sent;
  const { comesAgain: title, waitsAgain } = codeMessages;
  return { title, text: waitsAgain(String(mailAfterSeconds)), kind: 'success' };
}

/** Says of a first code that waits when it leaves, and nothing of one that leaves at once. */
export function tellWait({ mailAfterSeconds }: AskedCode): void {
  if (mailAfterSeconds === undefined) return;
  toast({ title: codeMessages.comes, text: codeMessages.waits(String(mailAfterSeconds)), kind: 'success' });
}
