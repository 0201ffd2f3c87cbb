import { createContext, useContext } from 'react';
import type { Answer } from '../../../client/membership.ts';
import type { Member } from '../../../contract/members.ts';
import type { LabelKey, Labels } from '../labels.ts';
import type { ProfileLabelKey } from './profile-labels.ts';
import type { View } from './views.ts';

export type ProfileTexts = Labels<ProfileLabelKey | LabelKey>;

/** What every view of the profile can see and do. */
export interface Profile {
  member: Member;
  label: ProfileTexts;
  view: View;
  show: (view: View) => void;
  /** Whether it is drawn for a phone. */
  isNarrow: boolean;
  /** Covers the view while something runs. @throws what the act throws */
  whileBusy: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Does what a button says, once at a time, and tells how it went. The act begins in the press itself. */
  press: (act: () => Promise<string | undefined>) => Promise<void>;
  /** The same for calls that end the session. */
  leave: (act: () => Promise<Answer<unknown>>) => Promise<void>;
}

export const ProfileContext = createContext<Profile | undefined>(undefined);

/** @throws Error outside of a profile */
export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error('useProfile must be used within a profile');
  return profile;
}
