import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { placeOf } from './content-words.ts';
import { NoteField } from './note-field.tsx';
import type { EditedPiece } from './use-piece.ts';

/** Asks before a partner's own text leaves its pages. */
export function ReturnDialog({ edited, onClose }: { edited: EditedPiece; onClose: () => void }) {
  const [note, setNote] = useState('');
  return (
    <Dialog open title="Go back to the text of all partners?" onClose={onClose}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void edited.giveBack(note.trim()).then(onClose);
        }}
        className="flex flex-col gap-5"
      >
        <p>
          {`The pages of ${placeOf(edited.base.partner)} show the text of all partners within seconds. Its own text stays in the history, from where it can be restored; a draft is dropped.`}
        </p>
        <NoteField note={note} onChange={setNote} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={edited.pending}>
            Go back
          </Button>
          <Button look="outline" onClick={onClose}>
            Keep its own text
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
