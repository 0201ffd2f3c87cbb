import { Notice } from '../../ui/notice.tsx';
import { Differences } from './differences.tsx';
import type { EditedPiece } from './use-piece.ts';

/** What a colleague did meanwhile, beside what is typed here, which stays. */
export function OthersNotice({ edited: { others, base, shape } }: { edited: EditedPiece }) {
  if (!others) return null;
  const theirs = others.draft ?? others.published;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={`${others.draftedBy ?? others.publishedBy ?? 'Somebody'} has changed this meanwhile`}
    >
      <p>What you typed is still here, and not saved. Save or publish again to put it in the place of this:</p>
      <Differences shape={shape} before={base.draft ?? base.published} after={theirs} />
    </Notice>
  );
}
