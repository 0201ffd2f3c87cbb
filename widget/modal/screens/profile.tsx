import { useCallback } from 'react';
import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

/** Its code comes when somebody asks for it: most people who sign in never do. */
export function ProfileScreen() {
  const { label, tell } = useModal();
  const onFailed = useCallback(() => tell(label('something_went_wrong'), 'error'), [tell, label]);
  return <Later title={label('profile_information_title')} load={loadProfile} onFailed={onFailed} />;
}

const loadProfile = async () => (await import('../profile/whole-profile.tsx')).WholeProfile;
