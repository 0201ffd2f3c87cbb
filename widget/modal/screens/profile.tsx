import { useCallback } from 'react';
import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

/** Fetched when it is opened: most members who sign in never open it. */
export function ProfileScreen() {
  const { label, tell } = useModal();
  const onFailed = useCallback(() => tell(label('something_went_wrong'), 'error'), [tell, label]);
  return <Later title={label('profile_information_title')} load={loadProfile} onFailed={onFailed} />;
}

const loadProfile = async () => (await import('../profile/whole-profile.tsx')).WholeProfile;
