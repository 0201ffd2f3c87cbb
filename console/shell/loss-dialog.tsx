import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LossDialogProps {
  /** A question: "Leave without saving?" */
  title: string;
  /** What is lost. */
  children: ReactNode;
  press: string;
  onPress: () => void;
  pending?: boolean;
  /** On the button that loses nothing. */
  stay: string;
  onClose: () => void;
}

/** Asks before something that somebody wrote is lost. */
export function LossDialog({ title, children, press, onPress, pending = false, stay, onClose }: LossDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="flex flex-col gap-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onClose}>{stay}</Button>
        <Button look="outline" loading={pending} onClick={onPress}>
          {press}
        </Button>
      </div>
    </Dialog>
  );
}
