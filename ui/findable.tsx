import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';

interface FindableProps extends Omit<ComponentProps<'div'>, 'hidden' | 'ref'> {
  /** Out of sight and out of reach of keyboard and screen reader, but not of the browser's search. */
  isHidden: boolean;
  /** The search, or an address with a fragment, has come upon something inside. */
  onFound: () => void;
}

/** Content that is put away and can still be found with Ctrl+F. Printed, it is always there. */
export function Findable({ isHidden, onFound, ...rest }: FindableProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // React knows `hidden` as a yes or no only.
    if (isHidden) box.current?.setAttribute('hidden', 'until-found');
    else box.current?.removeAttribute('hidden');
  }, [isHidden]);

  useEffect(() => {
    const element = box.current;
    element?.addEventListener('beforematch', onFound);
    return () => element?.removeEventListener('beforematch', onFound);
  }, [onFound]);

  return <div ref={box} {...rest} />;
}
