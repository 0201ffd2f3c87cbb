import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { useSettings } from './use-settings.tsx';

/** What stands over the settings: that a file has them, what somebody else saved, what is wrong. */
export function SettingsNotices() {
  const { isReadOnly, meanwhile, problems, attempt, siteId } = useSettings();
  return (
    <>
      {isReadOnly && (
        <Notice tone="info" title="A file manages this site">
          <p>
            Its file says <code>managedBy: file</code>, so what you see here is shown and not changed. Change the file,
            and apply it: <code>npm run intake -- app apply {siteId}.yaml</code>. Secret keys, deliveries and page views
            are no settings: you work with them here.
          </p>
        </Notice>
      )}
      {meanwhile && (
        <Notice tone="warning" role="status" title="Somebody else has saved meanwhile">
          <p>
            They changed: {meanwhile.saved.join(', ')}. Nothing is lost: what they saved is here now, and what you typed
            stands on top of it.
          </p>
          {meanwhile.both.length > 0 && (
            <p>You both changed: {meanwhile.both.join(', ')}. What you typed stands there.</p>
          )}
        </Notice>
      )}
      <ErrorSummary form={{ problems, attempt }} />
    </>
  );
}

/** At the foot of the page while something is not saved. */
export function SaveBar() {
  const { isDirty, isPending, look, discard, siteId } = useSettings();
  return (
    <>
      {isDirty && (
        <div
          data-lower-bar=""
          className="sticky bottom-0 z-10 -mx-1 mt-6 flex flex-wrap items-center gap-3 rounded-t-xl border border-b-0 border-line bg-white p-3 shadow-raised"
        >
          <p role="status" className="min-w-0 flex-1 basis-full font-semibold sm:basis-0">
            Not saved yet
          </p>
          <Button loading={isPending} onClick={() => void look()}>
            Review and save
          </Button>
          <Button look="outline" onClick={discard}>
            Discard
          </Button>
        </div>
      )}
      <DifferenceDialog />
      <LeaveGuard isDirty={isDirty} isKeptAt={({ pathname }) => `${pathname}/`.startsWith(`/sites/${siteId}/site/`)}>
        What you changed on the pages of this site is not saved yet, and is lost when you go on.
      </LeaveGuard>
    </>
  );
}
