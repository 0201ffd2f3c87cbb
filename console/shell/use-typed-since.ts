import { useRef } from 'react';

/** Whether somebody typed on while what they had typed was on its way: an answer takes away no more than was sent. */
export function useTypedSince() {
  const count = useRef(0);
  return {
    onTyped() {
      count.current += 1;
    },
    /** Called at the press. @returns what says, once the answer is there, whether something was typed since */
    begin() {
      const before = count.current;
      return () => count.current !== before;
    },
  };
}
