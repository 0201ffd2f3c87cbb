import { useSyncExternalStore } from 'react';

/** Phones get one thing at a time. The width is the protocol's. */
const narrow = '(width < 520px)';

/** Whether there is room for one thing at a time only. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(narrow).matches,
  );
