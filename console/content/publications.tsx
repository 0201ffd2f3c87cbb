import { useState } from 'react';
import type { PublishedBefore } from '../../contract/console/pieces-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { LossDialog } from '../shell/loss-dialog.tsx';
import { momentOf } from '../shell/times.ts';
import { Differences } from './differences.tsx';
import type { EditedPiece } from './use-piece.ts';

/** What was published when, by whom; an earlier text can be taken into the fields again. */
export function Publications({ edited }: { edited: EditedPiece }) {
  const { publications } = edited.base;
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {publications.length === 0 ? (
        <p className="mt-2 text-muted">
          Nothing of its own was published yet: the pages show the text of all partners.
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {publications.map((each, index) => (
            <li key={each.id} className="py-3">
              <Publication edited={edited} publication={each} before={publications[index + 1]} isLatest={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface PublicationProps {
  edited: EditedPiece;
  publication: PublishedBefore;
  /** The one before it. */
  before: PublishedBefore | undefined;
  isLatest: boolean;
}

function Publication({ edited, publication: { at, by, note, document }, before, isLatest }: PublicationProps) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const restore = () => {
    setAsking(false);
    edited.setDocument(document);
    toast({ kind: 'success', title: 'The earlier text is in the fields. Publish it to put it on the pages' });
  };
  const moment = momentOf(at);
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-semibold">{moment}</span> {by}
        {document === null && ', back to the text of all partners'}
        {note !== '' && <span className="block text-muted">{note}</span>}
      </p>
      {document !== null && (
        <p className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
          {before && before.document !== null && (
            <Button look="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              What changed<span className="sr-only">{` on ${moment}`}</span>
            </Button>
          )}
          {!isLatest && edited.base.mayChange && (
            <Button look="link" onClick={() => (edited.isChanged ? setAsking(true) : restore())}>
              Restore<span className="sr-only">{` the text of ${moment}`}</span>
            </Button>
          )}
        </p>
      )}
      {isAsking && (
        <LossDialog
          title="Restore the earlier text?"
          press="Restore it"
          onPress={restore}
          stay="Go on editing"
          onClose={() => setAsking(false)}
        >
          <p>What you wrote in the fields is not saved yet, and is lost when the earlier text takes its place.</p>
        </LossDialog>
      )}
      {isOpen && before && (
        <div className="mt-2">
          <Differences shape={edited.shape} before={before.document} after={document} />
        </div>
      )}
    </>
  );
}
