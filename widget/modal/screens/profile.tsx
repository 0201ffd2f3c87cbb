import { useModal } from '../modal-context.ts';
import { Later } from '../ui/later.tsx';

/** Fetched when it is opened: most members who sign in never open it. */
export function ProfileScreen() {
  const { label } = useModal();
  return <Later title={label('profile_information_title')} load={loadProfile} />;
}

const loadProfile = async () => (await import('../profile/whole-profile.tsx')).WholeProfile;
