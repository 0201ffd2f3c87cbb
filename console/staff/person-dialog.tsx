import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffMember } from '../../contract/console/staff-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import type { FormValues } from '../../ui/problems.ts';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { EndingActs } from './ending-acts.tsx';
import { checkGiven, givenIn, RoleFields, type Given } from './role-fields.tsx';
import { staffQuery } from './staff-query.ts';

interface PersonDialogProps {
  person: StaffMember;
  onClose: () => void;
}

const listed = <Value extends string>(scope: 'all' | readonly Value[]) => (scope === 'all' ? [] : [...scope]);

/** One person: role and scope, with what a change does before it is saved, and the ways to let them go. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  // The person as the dialog was opened, whom its fields show: the list is read again beneath it.
  const [opened] = useState(person);
  const given: Given = {
    role: opened.role,
    sites: listed(opened.scope.sites),
    partners: listed(opened.scope.partners) as Given['partners'],
  };
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const [next, setNext] = useState(given);
  const form = useForm({
    check: checkGiven,
    async send(values: FormValues) {
      const body = { ...givenIn(values), version: opened.version };
      const address = { staffId: person.id };
      try {
        const changed = await withProof(() => send('PATCH /console/api/staff/:staffId', body, address));
        if (!changed) return;
        toast({ kind: 'success', title: `${person.name || person.email} is changed` });
        onClose();
      } catch (error) {
        form.fail([{ message: wordsOf(error) }]);
      } finally {
        await queryClient.invalidateQueries(staffQuery);
      }
    },
  });
  const name = person.name || person.email;
  return (
    <Dialog open title={name} onClose={onClose}>
      {person.name && <p className="-mt-3 mb-4 wrap-anywhere text-muted">{person.email}</p>}
      <form
        {...form.props}
        onChange={({ currentTarget }) => setNext(givenIn(valuesIn(currentTarget)))}
        className="flex flex-col gap-5"
      >
        <ErrorSummary form={form} />
        <RoleFields form={form} given={given} />
        <ConsequenceList person={person} next={next} />
        <Button type="submit" loading={form.pending}>
          Save role and scope
        </Button>
      </form>
      <EndingActs person={person} onDone={onClose} />
    </Dialog>
  );
}

const valuesIn = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const wordsOf = (error: unknown) =>
  isRefusal(error, 'changed-meanwhile')
    ? 'Somebody else has changed this person while you were looking. Close this and open it again: it shows what is so now.'
    : messageOf(error);
