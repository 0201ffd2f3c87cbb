import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/** Whether the component is still on screen, and no other page asked for, when something it began has ended. */
export function useIsShown() {
  const isShown = useRef(true);
  const { state } = useNavigation();
  useEffect(() => {
    isShown.current = state === 'idle';
    return () => void (isShown.current = false);
  }, [state]);
  return isShown;
}
