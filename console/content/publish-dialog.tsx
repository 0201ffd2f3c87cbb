import { useState } from 'react';
import { allPartners, type ShownPiece } from '../../contract/console/pieces-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { placeOf } from './content-words.ts';
import { Differences } from './differences.tsx';
import { NoteField } from './note-field.tsx';
import type { EditedPiece } from './use-piece.ts';

interface PublishDialogProps {
  edited: EditedPiece;
  /** The piece with the draft that is saved. */
  draft: ShownPiece;
  onClose: () => void;
}

/** What would change on the pages, before it does. */
export function PublishDialog({ edited, draft, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('');
  const { partner, version, published } = draft;
  const where =
    partner === allPartners
      ? 'the pages of all partners that have no text of their own'
      : `the pages of ${placeOf(partner)}`;
  return (
    <Dialog open title="Publish this text?" onClose={onClose}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A refusal is told above the form, with its field.
          void edited.publish(version, note.trim()).then(onClose);
        }}
        className="flex flex-col gap-5"
      >
        <p>{`It stands on ${where} within seconds.`}</p>
        <Differences shape={edited.shape} before={published} after={draft.draft} />
        <NoteField note={note} onChange={setNote} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={edited.pending}>
            Publish
          </Button>
          <Button look="outline" onClick={onClose}>
            Go on editing
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
