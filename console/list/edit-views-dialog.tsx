import { useState } from 'react';
import { viewLimits, type ListView } from '../../contract/console/views.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../session/message-of.ts';
import { useMe } from '../session/me.ts';
import { useViewActs, type ViewPlace } from './use-views.ts';

interface EditViewsDialogProps {
  place: ViewPlace;
  views: readonly ListView[];
  onClose: () => void;
}

/** The views that somebody may rename, share or delete: their own, and as an owner those that others share. */
export function EditViewsDialog({ place, views, onClose }: EditViewsDialogProps) {
  const acts = useViewActs(place);
  const { role } = useMe();
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const editable = views.filter(({ isOwn }) => isOwn || role === 'owner');
  const run = async (act: Promise<unknown>, told: string) => {
    setFault(undefined);
    try {
      await act;
      setSaid(told);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <Dialog open title="Your views" onClose={onClose}>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fault !== undefined && (
        <Notice tone="error" role="alert" title="That did not work">
          <p>{fault} Nothing else has changed.</p>
        </Notice>
      )}
      {editable.length === 0 ? (
        <p>You have none. What others share stays theirs.</p>
      ) : (
        <ul className="divide-y divide-line">
          {editable.map((view) => (
            <li key={view.id} className="flex flex-col gap-2 py-4">
              <NameForm
                view={view}
                onRename={(name) => void run(acts.change(view.id, { name }), `The view is called ${name} now.`)}
              />
              <div className="flex flex-wrap items-center gap-x-5">
                {view.isOwn ? (
                  <label className="inline-flex min-h-10 cursor-pointer items-center gap-2">
                    <input
                      type="checkbox"
                      checked={view.isShared}
                      onChange={({ target: { checked: isShared } }) =>
                        void run(
                          acts.change(view.id, { isShared }),
                          isShared ? `${view.name} is shared.` : `${view.name} is yours alone.`,
                        )
                      }
                      className="size-5 accent-brand"
                    />
                    Shared<span className="sr-only">: {view.name}</span>
                  </label>
                ) : (
                  <span className="text-muted">Shared by {view.by}</span>
                )}
                <Button
                  look="link"
                  aria-label={`Delete ${view.name}`}
                  onClick={() => void run(acts.remove(view.id), `${view.name} is deleted.`)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function NameForm({ view, onRename }: { view: ListView; onRename: (name: string) => void }) {
  const [name, setName] = useState(view.name);
  if (!view.isOwn) return <p className="font-semibold wrap-anywhere">{view.name}</p>;
  const isChanged = name.trim() !== '' && name.trim() !== view.name;
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onRename(name.trim());
      }}
    >
      <input
        aria-label={`Name of ${view.name}`}
        value={name}
        maxLength={viewLimits.nameLength}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        className={inputClass}
      />
      {isChanged && (
        <Button type="submit" look="outline" className="shrink-0">
          Rename
        </Button>
      )}
    </form>
  );
}
