import { viewLimits, type ListView } from '../../contract/console/views.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { messageOf } from '../session/message-of.ts';
import { useViewActs, type ViewPlace } from './use-views.ts';

interface SaveViewDialogProps {
  place: ViewPlace;
  /** What stands in the address. */
  query: string;
  views: readonly ListView[];
  onClose: () => void;
}

/** Gives what the list shows a name. */
export function SaveViewDialog({ place, query, views, onClose }: SaveViewDialogProps) {
  const { save } = useViewActs(place);
  const form = useForm({
    check: ({ name = '' }) =>
      name.trim() === '' ? [{ field: 'name', message: 'Please give the view a name, “Not proved yet” say.' }] : [],
    async send({ name = '', shared }) {
      const isReplaced = views.some((view) => view.isOwn && view.name === name.trim());
      try {
        await save({ name: name.trim(), query, isShared: shared !== undefined && shared !== '' });
        toast({ kind: 'success', title: isReplaced ? `“${name.trim()}” is replaced` : `“${name.trim()}” is saved` });
        onClose();
      } catch (error) {
        form.fail([{ field: undefined, message: messageOf(error) }]);
      }
    },
  });
  return (
    <Dialog open title="Save this view" onClose={onClose}>
      <form {...form.props} className="flex flex-col gap-5">
        <ErrorSummary form={form} />
        <p>
          Search, filters, order and columns are kept, not the rows: so the view shows what matches on the day it is
          opened.
        </p>
        <Field
          label="Name"
          name="name"
          hint="A view of yours with the same name is replaced."
          error={form.errorOf('name')}
          autoComplete="off"
          maxLength={viewLimits.nameLength}
        />
        <CheckboxField
          name="shared"
          label={
            place.siteId === null
              ? 'Share it with everybody who sees this list. They read what it looks for, addresses too.'
              : 'Share it with everybody who sees this list of this site.'
          }
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={form.pending}>
            Save the view
          </Button>
          <Button look="outline" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
