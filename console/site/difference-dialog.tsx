import { useState } from 'react';
import type { SettingsChange } from '../../contract/console/site-schemas.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { tellDifference, type PlainDifference } from './plain-difference.ts';
import { useSettings } from './use-settings.tsx';

/** What would change, before it is saved: in plain words, with what follows for members. */
export function DifferenceDialog() {
  const { differences } = useSettings();
  // Each time another dialog: the reason of one change is none of the next.
  return differences && <Differences differences={differences} />;
}

function Differences({ differences }: { differences: readonly SettingsChange[] }) {
  const { draft, shown, dropLook, save, isPending } = useSettings();
  const [reason, setReason] = useState('');
  const [isLacking, setLacking] = useState(false);
  const told = differences.map((change) => tellDifference(change, [shown.settings, draft]));
  const isGrave = told.some((each) => each.isGrave);
  const count = `${told.length} ${told.length === 1 ? 'change' : 'changes'}`;
  return (
    <Dialog open title={`Save ${count}?`} onClose={dropLook}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isGrave && reason.trim() === '') setLacking(true);
          else void save(reason.trim());
        }}
        className="flex flex-col gap-5"
      >
        <ul
          className="flex max-h-[50dvh] flex-col gap-3 overflow-y-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it.
          tabIndex={0}
          aria-label="What changes"
        >
          {told.map((each) => (
            <li key={each.where.join(' ')}>
              <Difference {...each} />
            </li>
          ))}
        </ul>
        {isGrave && (
          <TextAreaField
            name="reason"
            label="Why"
            hint="It stands in the audit log. You will be asked to prove that it is you."
            rows={2}
            maxLength={limits.reasonMaxLength}
            error={isLacking && reason.trim() === '' ? 'Say why' : undefined}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isPending}>
            Save {count}
          </Button>
          <Button look="outline" onClick={dropLook}>
            Go on editing
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const verbs = { added: 'new', removed: 'taken away', changed: 'changed' } as const;

function Difference({ where, kind, before, after, consequences, isGrave }: PlainDifference) {
  return (
    <div className={isGrave ? 'border-l-4 border-warning pl-3' : 'border-l-4 border-line pl-3'}>
      <p className="font-semibold wrap-anywhere">
        {where.join(' › ')} <span className="font-normal text-muted">{verbs[kind]}</span>
      </p>
      {(before !== undefined || after !== undefined) && (
        <p className="wrap-anywhere">
          {before !== undefined && <del className="text-muted">{before}</del>}
          {before !== undefined && after !== undefined && ' → '}
          {after !== undefined && <ins className="no-underline">{after}</ins>}
        </p>
      )}
      {consequences.map((sentence) => (
        <p key={sentence} className="text-sm text-warning">
          {sentence}
        </p>
      ))}
    </div>
  );
}
