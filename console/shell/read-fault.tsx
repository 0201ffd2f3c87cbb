import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../session/message-of.ts';

interface ReadFaultProps {
  /** What was asked for: `The notes`. */
  named: string;
  error: unknown;
  onAgain: () => unknown;
}

/** Says that a reading failed. Beside what was read before, which stays: a form in it may hold what somebody typed. */
export const ReadFault = ({ named, error, onAgain }: ReadFaultProps) => (
  <Notice tone="error" role="alert" title={`${named} could not be read`}>
    <p>{messageOf(error)}</p>
    <Button look="link" onClick={() => void onAgain()}>
      Try again
    </Button>
  </Notice>
);
