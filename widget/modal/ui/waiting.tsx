import { useModal } from '../modal-context.ts';
import { Heading } from './heading.tsx';

interface WaitingProps {
  title: string;
  /** Tries again; given once it has failed. */
  onAgain: (() => void) | undefined;
}

/** A screen whose content is on its way, or did not arrive. */
export function Waiting({ title, onAgain }: WaitingProps) {
  const { label, tell } = useModal();
  const again = () => {
    tell(undefined, 'error');
    onAgain?.();
  };
  return (
    <section className="ms-profile">
      <Heading text={title} />
      {onAgain ? (
        <button type="button" className="ms-button ms-button--primary" onClick={again}>
          {label('try_again')}
        </button>
      ) : (
        <p>{label('loading_text')}</p>
      )}
    </section>
  );
}
