import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Note } from '../../contract/console/notes.ts';
import { limits } from '../../contract/limits.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { messageOf } from '../session/message-of.ts';
import { EarlierPages } from './earlier-pages.tsx';
import { EditButtons, EditRow, SavedElsewhere, useEditedVersion } from './edit-row.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { momentOf } from './times.ts';
import { useTypedSince } from './use-typed-since.ts';

/** The notes about one thing: how they are read and written. */
export interface NoteCalls {
  /** What they are kept under in the page's memory. */
  queryKey: readonly unknown[];
  /** What shows acts on notes besides: a timeline. */
  alsoKey: readonly unknown[];
  list: (after: string | null) => Promise<{ data: Note[]; hasNextPage: boolean; endCursor: string | null }>;
  add: (body: string) => Promise<{ data: Note }>;
  change: (noteId: string, change: { body: string; version: number }) => Promise<{ data: Note }>;
  remove: (noteId: string) => Promise<unknown>;
  /** Below the field. */
  hint: string;
}

/** What colleagues noted about a thing. */
export function Notes({ calls, mayWrite }: { calls: NoteCalls; mayWrite: boolean }) {
  return (
    <div className="flex max-w-[46rem] flex-col gap-6">
      {mayWrite && <NewNote calls={calls} />}
      <div>
        <EarlierPages
          queryKey={calls.queryKey}
          fetchPage={calls.list}
          named="The notes"
          empty="No notes yet. What you write here, your colleagues read."
        >
          {(notes) => (
            <ul className="divide-y divide-line">
              {notes.map((note) => (
                <NoteRow key={note.id} note={note} calls={calls} />
              ))}
            </ul>
          )}
        </EarlierPages>
      </div>
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
  // The note that the form has added while somebody typed on: the next save changes it.
  const [added, setAdded] = useState<Note>();
  return (
    <NoteForm
      key={written}
      label="New note"
      press="Add the note"
      hint={calls.hint}
      save={async (body, version) => {
        const { data } = await (added ? calls.change(added.id, { body, version }) : calls.add(body));
        toast({ kind: 'success', title: added ? 'The note is saved' : 'The note is added' });
        setAdded(data);
        await refresh();
        return data;
      }}
      onSaved={() => {
        setAdded(undefined);
        setWritten(written + 1);
      }}
    />
  );
}

function NoteRow({ note, calls }: { note: Note; calls: NoteCalls }) {
  const refresh = useRefresh(calls);
  const save = async (body: string, version: number) => {
    const { data } = await calls.change(note.id, { body, version });
    toast({ kind: 'success', title: 'The note is saved' });
    await refresh();
    return data;
  };
  return (
    <li className="py-4">
      <p className="text-sm text-muted">
        <span className="font-semibold text-ink wrap-anywhere">{note.author}</span>,{' '}
        <time dateTime={note.createdAt}>{momentOf(note.createdAt)}</time>
        {note.changedAt && `, changed ${momentOf(note.changedAt)}`}
      </p>
      <EditRow
        thing="note"
        named={`the note of ${momentOf(note.createdAt)}`}
        mayEdit={note.isOwn}
        remove={() => calls.remove(note.id)}
        refresh={refresh}
        renderForm={(leave) => (
          <NoteForm
            label="Your note"
            press="Save the note"
            hint={calls.hint}
            note={note}
            save={save}
            onSaved={leave}
            onLeave={leave}
          />
        )}
      >
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{note.body}</p>
      </EditRow>
    </li>
  );
}

interface NoteFormProps {
  label: string;
  press: string;
  hint: string;
  /** The one that is changed. */
  note?: Note;
  save: (body: string, version: number) => Promise<Note>;
  /** Once it is, unless somebody typed on meanwhile. */
  onSaved: () => void;
  onLeave?: () => void;
}

function NoteForm({ label, press, hint, note, save, onSaved, onLeave }: NoteFormProps) {
  const { version, others, goOn, takeOver } = useEditedVersion(note?.version ?? 1);
  const [isTyped, setTyped] = useState(false);
  const { onTyped, begin } = useTypedSince();
  const form = useForm({
    check: ({ body = '' }) => (body.trim() ? [] : [{ field: 'body', message: 'Write the note' }]),
    async send({ body = '' }) {
      const isTypedSince = begin();
      try {
        const saved = await save(body.trim(), version);
        if (isTypedSince()) goOn(saved.version);
        else onSaved();
      } catch (error) {
        if (!takeOver(error)) form.fail([{ field: 'body', message: messageOf(error) }]);
      }
    },
  });
  return (
    <form {...form.props} className="mt-2 flex flex-col gap-3">
      <ErrorSummary form={form} />
      <SavedElsewhere thing="note" others={others} />
      <TextAreaField
        label={label}
        name="body"
        rows={3}
        hint={hint}
        maxLength={limits.noteMaxLength}
        defaultValue={note?.body ?? ''}
        onChange={({ target: { value, defaultValue } }) => {
          onTyped();
          setTyped(value.trim() !== defaultValue.trim());
        }}
        error={form.errorOf('body')}
      />
      <EditButtons press={press} pending={form.pending} onLeave={onLeave} />
      <LeaveGuard isDirty={isTyped}>The note you wrote is not saved yet, and is lost when you go on.</LeaveGuard>
    </form>
  );
}
