import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Note } from '../../contract/console/notes.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { momentOf } from './times.ts';

/** The notes about one thing: how they are read and written. */
export interface NoteCalls {
  /** What they are kept under in the page's memory. */
  queryKey: readonly unknown[];
  /** What shows acts on notes besides: a timeline. */
  alsoKey: readonly unknown[];
  list: (after: string | null) => Promise<{ data: Note[]; hasNextPage: boolean; endCursor: string | null }>;
  add: (body: string) => Promise<unknown>;
  change: (noteId: string, change: { body: string; version: number }) => Promise<unknown>;
  remove: (noteId: string) => Promise<unknown>;
  /** Below the field. */
  hint: string;
}

/** What colleagues noted about a thing. */
export function Notes({ calls, mayWrite }: { calls: NoteCalls; mayWrite: boolean }) {
  const pages = useInfiniteQuery({
    queryKey: calls.queryKey,
    queryFn: ({ pageParam }) => calls.list(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
  });
  if (pages.isPending) return <Skeleton className="h-40" />;
  if (pages.isError)
    return (
      <Notice tone="error" role="alert" title="The notes could not be read">
        <p>{messageOf(pages.error)}</p>
      </Notice>
    );
  const notes = pages.data.pages.flatMap(({ data }) => data);
  return (
    <div className="flex max-w-[46rem] flex-col gap-6">
      {mayWrite && <NewNote calls={calls} />}
      {notes.length === 0 && <p className="text-muted">No notes yet. What you write here, your colleagues read.</p>}
      {notes.length > 0 && (
        <ul className="divide-y divide-line">
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} calls={calls} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          look="outline"
          className="self-start"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show earlier ones
        </Button>
      )}
    </div>
  );
}

/** Brings notes and timeline up to date. */
function useRefresh({ queryKey, alsoKey }: NoteCalls) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: alsoKey });
  };
}

function NewNote({ calls }: { calls: NoteCalls }) {
  const refresh = useRefresh(calls);
  // Another form once a note is written: empty.
  const [written, setWritten] = useState(0);
  return (
    <NoteForm
      key={written}
      label="New note"
      press="Add the note"
      hint={calls.hint}
      save={async (body) => {
        await calls.add(body);
        toast({ kind: 'success', title: 'The note is added' });
        await refresh();
        setWritten(written + 1);
      }}
    />
  );
}

function NoteRow({ note, calls }: { note: Note; calls: NoteCalls }) {
  const refresh = useRefresh(calls);
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const remove = async () => {
    setDeleting(true);
    try {
      await calls.remove(note.id);
      toast({ kind: 'success', title: 'The note is deleted' });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    setDeleting(false);
    await refresh();
  };
  return (
    <li className="py-4">
      <p className="text-sm text-muted">
        <span className="font-semibold text-ink wrap-anywhere">{note.author}</span>,{' '}
        <time dateTime={note.createdAt}>{momentOf(note.createdAt)}</time>
        {note.changedAt && `, changed ${momentOf(note.changedAt)}`}
      </p>
      {isEditing ? (
        <NoteForm
          label="Your note"
          press="Save the note"
          hint={calls.hint}
          note={note}
          save={async (body, version) => {
            await calls.change(note.id, { body, version });
            toast({ kind: 'success', title: 'The note is saved' });
            setEditing(false);
            await refresh();
          }}
          onLeave={() => setEditing(false)}
        />
      ) : (
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{note.body}</p>
      )}
      {note.isOwn && !isEditing && (
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          <Button look="link" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> the note of {momentOf(note.createdAt)}</span>
          </Button>
          <Button look="link" loading={isDeleting} onClick={() => void remove()}>
            Delete<span className="sr-only"> the note of {momentOf(note.createdAt)}</span>
          </Button>
        </p>
      )}
    </li>
  );
}

interface NoteFormProps {
  label: string;
  press: string;
  hint: string;
  /** The one that is changed. */
  note?: Note;
  save: (body: string, version: number) => Promise<void>;
  onLeave?: () => void;
}

function NoteForm({ label, press, hint, note, save, onLeave }: NoteFormProps) {
  const [version, setVersion] = useState(note?.version ?? 1);
  const [others, setOthers] = useState<string>();
  const form = useForm({
    check: ({ body = '' }) => (body.trim() ? [] : [{ field: 'body', message: 'Write the note' }]),
    async send({ body = '' }) {
      try {
        await save(body.trim(), version);
      } catch (error) {
        if (!isRefusal(error, 'changed-meanwhile')) return form.fail([{ field: 'body', message: messageOf(error) }]);
        const { changed = [], version: next } = error as { changed?: { value: string }[]; version?: string };
        setVersion(Number(next));
        setOthers(changed[0]?.value ?? '');
      }
    },
  });
  return (
    <form {...form.props} className="mt-2 flex flex-col gap-3">
      <ErrorSummary form={form} />
      {others !== undefined && (
        <Notice tone="warning" role="alert" title="This note was saved elsewhere meanwhile">
          <p className="wrap-anywhere whitespace-pre-line">It says now: {others}</p>
          <p>What you typed is still here, and not saved. Press Save again to put it in its place.</p>
        </Notice>
      )}
      <TextAreaField
        label={label}
        name="body"
        rows={3}
        hint={hint}
        maxLength={limits.noteMaxLength}
        defaultValue={note?.body ?? ''}
        error={form.errorOf('body')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.pending}>
          {press}
        </Button>
        {onLeave && (
          <Button look="outline" onClick={onLeave}>
            Leave it as it is
          </Button>
        )}
      </div>
    </form>
  );
}
