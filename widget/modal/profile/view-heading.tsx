import { Heading } from '../ui/heading.tsx';
import { useProfile } from './profile-context.ts';

/** The title of a view; on phones with the way back to the menu. */
export function ViewHeading({ text }: { text: string }) {
  const { isNarrow, show } = useProfile();
  return <Heading text={text} takesFocus {...(isNarrow ? { onBack: () => show('profile-nav') } : {})} />;
}
