import { codeMessages } from '../messages/codes.ts';
import { toast } from '../ui/toast.ts';

/** What the service answers when a code was asked for: the seconds until the mail leaves, where it has to wait. */
interface AskedCode {
  mailAfterSeconds?: number;
}

/** Says of a code that waits when it leaves, and nothing of one that leaves at once. @returns whether it waits */
export function tellWait({ mailAfterSeconds }: AskedCode): boolean {
  if (mailAfterSeconds === undefined) return false;
  toast({ title: codeMessages.comes, text: codeMessages.waits(String(mailAfterSeconds)), kind: 'success' });
  return true;
}

/** Says of another code that it was sent, or when it leaves. */
export function tellNewCode(asked: AskedCode): void {
  if (!tellWait(asked)) toast(codeMessages.sent);
}
