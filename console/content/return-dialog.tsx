import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { placeOf } from './content-words.ts';
import type { EditedPiece } from './use-piece.ts';

/** Asks before a partner's own text leaves its pages. */
export function ReturnDialog({ edited, onClose }: { edited: EditedPiece; onClose: () => void }) {
  return (
    <Dialog open title="Go back to the text of all partners?" onClose={onClose}>
      <p>
        {`The pages of ${placeOf(edited.base.partner)} show the text of all partners within seconds. Its own text stays in the history, from where it can be restored; a draft is dropped.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button loading={edited.pending} onClick={() => void edited.giveBack('').then(onClose)}>
          Go back
        </Button>
        <Button look="outline" onClick={onClose}>
          Keep its own text
        </Button>
      </div>
    </Dialog>
  );
}
