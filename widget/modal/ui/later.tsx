import { useEffect, useState, type ComponentType } from 'react';
import { useModal } from '../modal-context.ts';
import { Waiting } from './waiting.tsx';

interface LaterProps {
  /** What is shown as the heading while the code is on its way. */
  title: string;
  /** Fetches the code; the same function each time. */
  load: () => Promise<ComponentType>;
  /** In place of telling it and offering the page anew. */
  onFailed?: () => void;
}

/** A screen that is fetched when it is shown. */
export function Later({ title, load, onFailed }: LaterProps) {
  const { label, tell } = useModal();
  const [Whole, setWhole] = useState<ComponentType>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    load().then(
      (found) => setWhole(() => found),
      () => {
        if (onFailed) return onFailed();
        setFailed(true);
        tell(label('something_went_wrong'), 'error');
      },
    );
  }, [load, onFailed, label, tell]);
  if (Whole) return <Whole />;
  // Browsers remember that an import has failed: only a new page asks for it again.
  return <Waiting title={title} onAgain={hasFailed ? () => location.reload() : undefined} />;
}
