import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { FieldAskedIn, StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { useDraft } from '../session/draft.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { saveFields } from '../session/sign-in.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { toast } from '../../ui/toast.ts';
import type { ProfileGroup, SettingsGroup } from './settings.ts';

/** How the last save ended. `at`: ISO */
export type SaveOutcome = { isSaved: true; at: string } | { isSaved: false };

export interface Settings<Group extends ProfileGroup> {
  values: Record<FieldAskedIn<Group>, string>;
  set: (field: FieldAskedIn<Group>, value: string) => void;
  /** Something was typed that is not saved yet. */
  isChanged: boolean;
  isSaving: boolean;
  outcome: SaveOutcome | undefined;
  onSubmit: (event: FormEvent) => void;
}

interface SettingsPlan<Group extends ProfileGroup> {
  member: StudentMember;
  /** Names the draft. */
  name: string;
  group: SettingsGroup<Group>;
  messages: { saved: ToastMessage; failed: ToastMessage };
}

/**
 * One group of settings that is saved by itself. Untouched fields follow the member's record, so a change
 * made on another device shows here; what was typed stays until it has arrived.
 */
export function useSettings<Group extends ProfileGroup>(plan: SettingsPlan<Group>): Settings<Group> {
  type Field = FieldAskedIn<Group>;
  const { member, name, group, messages } = plan;
  const partner = usePartner();
  const navigate = useNavigate();
  const draft = useDraft<Field>(name, member.id);
  const [outcome, setOutcome] = useState<SaveOutcome>();
  const [isSaving, setSaving] = useState(false);
  const running = useRef(false);

  const stored = group.read(member.customFields);
  const values = { ...stored, ...draft.typed };
  const isChanged = (Object.keys(stored) as Field[]).some((field) => values[field] !== stored[field]);

  async function save(): Promise<void> {
    try {
      await saveFields(group.toFields(values, member.customFields));
      draft.settle(values);
      setOutcome({ isSaved: true, at: new Date().toISOString() });
      toast(messages.saved);
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return draft.rescue();
      setOutcome({ isSaved: false });
      toast(messages.failed);
    }
  }

  return {
    values,
    set(field, value) {
      setOutcome(undefined);
      draft.keep({ [field]: value } as Record<Field, string>);
    },
    isChanged,
    isSaving,
    outcome,
    onSubmit(event) {
      event.preventDefault();
      // A state would come too late for a second press within the same moment.
      if (running.current) return;
      running.current = true;
      setSaving(true);
      void save().finally(() => {
        running.current = false;
        setSaving(false);
      });
    },
  };
}
