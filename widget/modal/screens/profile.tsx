import { useEffect, useState, type ComponentType } from 'react';
import { useModal } from '../modal-context.ts';
import { Heading } from '../ui/heading.tsx';

/** Its code comes when somebody asks for it: most people who sign in never do. */
export function ProfileScreen() {
  const { label, tell } = useModal();
  const [Whole, setWhole] = useState<ComponentType>();
  useEffect(() => {
    import('../profile/whole-profile.tsx').then(
      ({ WholeProfile }) => setWhole(() => WholeProfile),
      () => tell(label('something_went_wrong'), 'error'),
    );
  }, [tell, label]);
  if (Whole) return <Whole />;
  return (
    <section className="ms-profile">
      <Heading text={label('profile_information_title')} />
      <p>{label('loading_text')}</p>
    </section>
  );
}
