import { useState } from 'react';
import { allPartners, type ShownPiece } from '../../contract/console/pieces-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { LossDialog } from '../shell/loss-dialog.tsx';
import { ClaimPreview } from './claim-preview.tsx';
import { DocumentFields } from './document-fields.tsx';
import { PreviewLinks, type PreviewLink } from './preview-links.tsx';
import { Publications } from './publications.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { FactNames } from './fact-names.tsx';
import { OthersNotice } from './others-notice.tsx';
import { usePiece } from './use-piece.ts';

/** The fields of a piece, and what becomes of them: draft, preview, publication. */
export function PieceEditor({ read }: { read: ShownPiece }) {
  const edited = usePiece(read);
  const { piece, shape, base, document, isChanged, pending, form } = edited;
  const [publishing, setPublishing] = useState<ShownPiece>();
  const [isReturning, setReturning] = useState(false);
  const [isDropping, setDropping] = useState(false);
  const [link, setLink] = useState<PreviewLink>();
  if (!base.mayChange)
    return (
      <div className="flex flex-col gap-8">
        <Notice tone="info" title="You may see it and not change it">
          <p>It is the text of all partners. Choose your partner in the list to give it a text of its own.</p>
        </Notice>
        <Publications edited={edited} />
      </div>
    );
  return (
    <div className="flex flex-col gap-8">
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void edited.keep('The draft is kept');
        }}
        className="flex flex-col gap-6"
      >
        <ErrorSummary form={form} />
        <OthersNotice edited={edited} />
        <DocumentFields shape={shape} value={document} path={[]} onChange={edited.change} errorOf={edited.errorOf} />
        {piece.kind === 'claim' && <ClaimPreview claim={document} partner={base.partner} />}
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button
            loading={pending}
            disabled={!isChanged && base.draft === null}
            onClick={() => void edited.keep().then(setPublishing)}
          >
            Publish…
          </Button>
          <Button type="submit" look="outline" loading={pending} disabled={!isChanged}>
            Save the draft
          </Button>
          {piece.page !== null && (
            <Button
              look="outline"
              disabled={!isChanged && base.draft === null}
              onClick={() => void edited.preview().then(setLink)}
            >
              Preview
            </Button>
          )}
          {base.draft !== null && (
            <Button look="link" onClick={() => setDropping(true)}>
              Drop the draft…
            </Button>
          )}
        </div>
        {link?.endsAt === base.previewEndsAt && link && piece.page !== null && (
          <PreviewLinks key={link.token} link={link} page={piece.page} partner={base.partner} apart={base.apart} />
        )}
      </form>
      {piece.kind !== 'claim' && <FactNames facts={base.facts} />}
      {base.isOwn && base.partner !== allPartners && (
        <section aria-labelledby="own-text">
          <h2 id="own-text">A text of its own</h2>
          <p className="mt-1 mb-3 text-muted">Changes of the text of all partners do not reach this partner’s pages.</p>
          <Button look="outline" onClick={() => setReturning(true)}>
            Go back to the text of all partners…
          </Button>
        </section>
      )}
      <Publications edited={edited} />
      <LeaveGuard isDirty={isChanged}>What you wrote here is not saved yet, and is lost when you go on.</LeaveGuard>
      {publishing && <PublishDialog edited={edited} draft={publishing} onClose={() => setPublishing(undefined)} />}
      {isReturning && <ReturnDialog edited={edited} onClose={() => setReturning(false)} />}
      {isDropping && (
        <LossDialog
          title="Drop the draft?"
          press="Drop it"
          pending={pending}
          onPress={() => void edited.discard().then(() => setDropping(false))}
          stay="Keep it"
          onClose={() => setDropping(false)}
        >
          <p>
            What was written since the last publication is gone, also what colleagues wrote. The pages stay as they are.
          </p>
        </LossDialog>
      )}
    </div>
  );
}
