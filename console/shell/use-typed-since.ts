import { useRef } from 'react';

/** Whether a form was typed into while a save of it was under way: the answer must not clear more than was sent. */
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
