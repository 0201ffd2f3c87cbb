import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { useForm, type Form } from '../../ui/use-form.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { ReasonField } from './reason-field.tsx';

interface ActDialogProps {
  /** A question: "Remove this comment?" */
  title: string;
  /** What the press does; a function where it has fields of its own, which show what `check` found. */
  children: ReactNode | ((form: Form) => ReactNode);
  /** On the button. */
  press: string;
  act: (reason: string | undefined) => Promise<unknown>;
  /** Whether it is not done without a reason. */
  needsReason?: boolean;
  /** What is wrong besides the reason. */
  check?: (values: FormValues) => Problem[];
  /** Said once it is done. */
  told: string;
  /** Once the dialog is closed. @param done what the act answered */
  onDone: (done: unknown) => void;
  onClose: () => void;
}

/** Asks before an act, says in numbers what it does, and takes the reason for the audit log. */
export function ActDialog(props: ActDialogProps) {
  const { title, children, press, needsReason = false, act, check, told, onDone, onClose } = props;
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const form = useForm({
    check: (values) => [
      ...(check?.(values) ?? []),
      ...(needsReason && !values['reason']?.trim() ? [{ field: 'reason', message: 'Enter a reason' }] : []),
    ],
    async send({ reason = '' }) {
      try {
        const done = await withProof(() => act(reason.trim() || undefined));
        if (done === undefined) return;
        toast({ kind: 'success', title: told });
        onClose();
        onDone(done);
      } catch (error) {
        // First, so that another press goes on from what is there now.
        if (isRefusal(error, 'changed-meanwhile')) await queryClient.invalidateQueries();
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <div className="flex flex-col gap-2">{typeof children === 'function' ? children(form) : children}</div>
        <ReasonField form={form} optional={!needsReason} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            {press}
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
