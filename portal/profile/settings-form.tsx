import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { profileMessages } from '../messages/profile.ts';
import { usePartner } from '../partner/partner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../ui/format.ts';
import type { SaveOutcome, Settings } from './use-settings.ts';

interface SettingsFormProps {
  title: string;
  lead: ReactNode;
  settings: Pick<Settings<'details'>, 'isChanged' | 'isSaving' | 'outcome' | 'onSubmit'>;
  children: ReactNode;
}

/** One tab of the profile: its fields, its own button, and beside it how the last save ended. */
export function SettingsForm({ title, lead, settings, children }: SettingsFormProps) {
  const headingId = useId();
  return (
    <form noValidate aria-labelledby={headingId} onSubmit={settings.onSubmit} className="max-w-task pt-8">
      <h2 id={headingId} className="text-h3">
        {title}
      </h2>
      <p className="mt-1 text-muted">{lead}</p>
      <div className="mt-6 space-y-6">{children}</div>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
        <Button type="submit" loading={settings.isSaving} className="shrink-0">
          Save Changes
        </Button>
        <p role="status" className="flex min-h-6 items-center gap-1.5 text-sm text-muted">
          <Standing {...settings} />
        </p>
      </div>
    </form>
  );
}

function Standing({ outcome, isChanged }: { outcome: SaveOutcome | undefined; isChanged: boolean }) {
  const partner = usePartner();
  // Typed while the save was under way: that is not what was saved.
  if (outcome?.isSaved && !isChanged) {
    return (
      <>
        <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
        {profileMessages.savedAt(formatTime(partner, outcome.at))}
      </>
    );
  }
  if (outcome?.isSaved === false) {
    return (
      <>
        <CircleAlert className="size-4 shrink-0 text-error" aria-hidden="true" />
        {profileMessages.notSaved}
      </>
    );
  }
  return isChanged ? profileMessages.notSavedYet : '';
}
