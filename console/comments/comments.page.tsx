import type { ReactNode } from 'react';
import { MessagesSquare, Trash2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { commentList, type CommentRow } from '../../contract/console/comments.ts';
import { Link } from '../../ui/link.tsx';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';

/** The comments in all channels of a site. */
export function Component() {
  const { siteId = '' } = useParams();
  const mayModerate = useMay('moderate-comments');
  const sites = useSites();
  if (!mayModerate) return <NotFound />;
  if (sites.length > 0 && !sites.some(({ id }) => id === siteId)) return <NotFound what="This site does not exist." />;
  return <CommentsPage key={siteId} siteId={siteId} />;
}

function CommentsPage({ siteId }: { siteId: string }) {
  const [asked, setAsked] = useState<CommentRow>();
  const queryClient = useQueryClient();
  const site = useSites().find(({ id }) => id === siteId);
  const key = ['sites', siteId, 'comments'];
  return (
    <Page title="Comments" about={site && `What members wrote on the pages of ${site.name}, in every channel.`}>
      <List<CommentRow>
        declaration={commentList}
        queryKey={key}
        rowsName="comments"
        fetchPage={(query) => send('GET /console/api/sites/:siteId/comments', undefined, { siteId, ...query })}
        views={{ list: 'comments', siteId }}
        rowKey={({ id }) => id}
        cells={cellsOf(siteId, setAsked)}
        choices={{
          kind: [
            { value: 'post', label: 'Post' },
            { value: 'reply', label: 'Reply' },
          ],
        }}
        wide={['text', 'at']}
        empty={
          <EmptyState icon={MessagesSquare} title="Nobody has written anything yet">
            <p>Posts and replies appear here as soon as members write them below a page of this site.</p>
          </EmptyState>
        }
      />
      {asked && (
        <ActDialog
          title={asked.kind === 'post' ? 'Remove this post?' : 'Remove this reply?'}
          press="Remove"
          told={asked.kind === 'post' ? 'The post is removed' : 'The reply is removed'}
          act={(reason) =>
            send(
              'POST /console/api/sites/:siteId/comments/:commentId/removal',
              { reason },
              { siteId, commentId: asked.id },
            )
          }
          onDone={() => void queryClient.invalidateQueries({ queryKey: key })}
          onClose={() => setAsked(undefined)}
        >
          <blockquote className="border-l-4 border-line pl-3 wrap-anywhere">{asked.text}</blockquote>
          <p>
            {consequence(asked)} It is gone from open pages at once, and cannot be brought back. {asked.author} is not
            told.
          </p>
        </ActDialog>
      )}
    </Page>
  );
}

/** What goes besides. */
function consequence({ kind, replies, votes }: CommentRow): string {
  const voted = votes.for + votes.against;
  const others = [
    ...(replies > 0 ? [`${replies} ${replies === 1 ? 'reply' : 'replies'}`] : []),
    ...(voted > 0 ? [`${voted} ${voted === 1 ? 'vote' : 'votes'}`] : []),
  ];
  const thing = kind === 'post' ? 'The post' : 'The reply';
  return others.length === 0 ? `${thing} goes.` : `${thing} goes, and ${others.join(' and ')} with it.`;
}

function Said({ comment: { text, author }, onRemove }: { comment: CommentRow; onRemove: () => void }) {
  return (
    <span className="flex items-start justify-between gap-2">
      <span className="min-w-0 wrap-anywhere whitespace-normal line-clamp-4">{text}</span>
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Remove the comment of ${author}`}
        className="-my-1.5 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface-strong hover:text-error"
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </button>
    </span>
  );
}

/** What stands in the columns. */
const cellsOf = (
  siteId: string,
  ask: (comment: CommentRow) => void,
): Record<string, (row: CommentRow) => ReactNode> => ({
  text: (comment) => <Said comment={comment} onRemove={() => ask(comment)} />,
  author: ({ author, memberId }) => (
    <Link
      to={`/sites/${siteId}/members/${memberId}`}
      className="text-brand underline underline-offset-4 hover:decoration-2"
    >
      {author}
    </Link>
  ),
  channel: ({ channel }) => channel,
  kind: ({ kind }) => (kind === 'post' ? 'Post' : 'Reply'),
  at: ({ at, isChanged }) => (
    <>
      <time dateTime={at}>{momentOf(at)}</time>
      {isChanged && <span className="text-muted">, changed since</span>}
    </>
  ),
  replies: ({ replies }) => replies > 0 && String(replies),
  votes: ({ votes }) => `${votes.for} for, ${votes.against} against`,
  page: ({ page }) => page,
});
