import { pieceLimits } from '../../contract/console/pieces-schemas.ts';
import { Field } from '../../ui/field.tsx';

/** The note that a change of the pages leaves in the history of its piece. */
export function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  return (
    <Field
      label="Note"
      name="note"
      optional
      hint="For colleagues: it stands in the history."
      maxLength={pieceLimits.noteMaxLength}
      value={note}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
    />
  );
}
