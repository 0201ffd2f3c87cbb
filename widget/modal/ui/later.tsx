import { useEffect, useState, type ComponentType } from 'react';
import { useModal } from '../modal-context.ts';
import { Heading } from './heading.tsx';

interface LaterProps {
  /** What is shown as the heading while the code is on its way. */
  title: string;
  /** Fetches the code; the same function each time. */
  load: () => Promise<ComponentType>;
  onFailed: () => void;
}

/** A screen that is fetched when it is shown. */
export function Later({ title, load, onFailed }: LaterProps) {
  const { label } = useModal();
  const [Whole, setWhole] = useState<ComponentType>();
  useEffect(() => {
    load().then((found) => setWhole(() => found), onFailed);
  }, [load, onFailed]);
  if (Whole) return <Whole />;
  return (
    <section className="ms-profile">
      <Heading text={title} />
      <p>{label('loading_text')}</p>
    </section>
  );
}
