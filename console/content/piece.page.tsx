import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ShownPiece } from '../../contract/console/pieces-schemas.ts';
import { hasSource, pieces } from '../../shared/content-pieces.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { placeOf, standingWords } from './content-words.ts';
import { PieceEditor } from './piece-editor.tsx';
import { pieceQuery } from './piece-queries.ts';

/** One piece of page content: its fields, its preview, its publication, its history. */
export function Component() {
  const { partner = '', pieceKey = '' } = useParams();
  // What is read again must not take away what is typed.
  const { data, error } = useQuery({ ...pieceQuery(partner, pieceKey), refetchOnWindowFocus: false });
  const may = useMay('edit-content');
  const isAbsent = isRefusal(error, 'not-found') || isRefusal(error, 'content-piece-not-found');
  if (!may || isAbsent) return <NotFound what="There is no such piece of page content." />;
  if (data) return <PiecePage key={`${partner} ${pieceKey}`} piece={data} />;
  return (
    <Page title="Page content" within={{ label: 'Page content', to: '/content' }}>
      {error ? (
        <Notice tone="error" role="alert" title="The content could not be read">
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

function PiecePage({ piece }: { piece: ShownPiece }) {
  const { key, partner, published } = piece;
  const definition = pieces.get(key)!;
  const { group, label } = definition;
  const lacksSource = !hasSource(definition, published);
  return (
    <Page
      title={`${group}: ${label}`}
      within={{ label: 'Page content', to: `/content?partner=${partner}` }}
      width="text"
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {placeOf(partner)}. {standingWords({ ...piece, lacksSource }, partner)}.
          {piece.hasDraft && <Badge tone="info">Draft</Badge>}
        </span>
      }
    >
      <PieceEditor read={piece} />
    </Page>
  );
}
