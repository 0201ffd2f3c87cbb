import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';

interface EditRowProps {
  /** `text`, `note`: what a message says of it. */
  thing: string;
  /** Tells it from the others, for screen readers. */
  named: string;
  mayEdit?: boolean;
  remove: () => Promise<unknown>;
  /** Reads anew what is shown. */
  refresh: () => Promise<void>;
  /** In place of what it says while it is edited. @param leave ends that */
  renderForm: (leave: () => void) => ReactNode;
  children: ReactNode;
}

/** Something a person wrote, in its place edited or deleted. */
export function EditRow({ thing, named, mayEdit = true, remove, refresh, renderForm, children }: EditRowProps) {
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  if (isEditing) return renderForm(() => setEditing(false));
  const press = async () => {
    setDeleting(true);
    try {
      await remove();
      toast({ kind: 'success', title: `The ${thing} is deleted` });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    await refresh();
    setDeleting(false);
  };
  return (
    <>
      {children}
      {mayEdit && (
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          <Button look="link" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> {named}</span>
          </Button>
          <Button look="link" loading={isDeleting} onClick={() => void press()}>
            Delete<span className="sr-only"> {named}</span>
          </Button>
        </p>
      )}
    </>
  );
}

/** The version that is edited, and what others have saved since it was read. */
export function useEditedVersion(first: number) {
  const [version, setVersion] = useState(first);
  const [others, setOthers] = useState<string>();
  return {
    version,
    others,
    /** Goes on from what was just saved. */
    goOn(next: number) {
      setVersion(next);
      setOthers(undefined);
    },
    /** Takes over the version of a refusal `changed-meanwhile`. @returns false for any other error */
    takeOver(error: unknown): boolean {
      if (!isRefusal(error, 'changed-meanwhile')) return false;
      const { changed = [], version: next } = error as { changed?: { value: string }[]; version?: string };
      setVersion(Number(next));
      setOthers(changed[0]?.value ?? '');
      return true;
    },
  };
}

/** Says above a form what others have saved meanwhile. */
export function SavedElsewhere({ thing, others }: { thing: string; others: string | undefined }) {
  if (others === undefined) return null;
  return (
    <Notice tone="warning" role="alert" title={`This ${thing} was saved elsewhere meanwhile`}>
      <p className="wrap-anywhere whitespace-pre-line">It says now: {others}</p>
      <p>What you typed is still here, and not saved. Press Save again to put it in its place.</p>
    </Notice>
  );
}

interface EditButtonsProps {
  press: string;
  pending: boolean;
  look?: 'primary' | 'outline';
  /** Ends the editing of what was there before. */
  onLeave?: (() => void) | undefined;
}

/** The buttons of a form that writes or edits such a text. */
export function EditButtons({ press, pending, look = 'primary', onLeave }: EditButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" look={look} loading={pending}>
        {press}
      </Button>
      {onLeave && (
        <Button look="outline" onClick={onLeave}>
          Leave it as it is
        </Button>
      )}
    </div>
  );
}
