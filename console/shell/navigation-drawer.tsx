import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { Layer } from './layer.tsx';
import { Mark } from './mark.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** The menu on narrow screens. It closes as the page that was chosen arrives. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (openedAt.current !== key) close();
  }, [key]);

  return (
    <Layer
      label="Menu"
      onClose={onClose}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)]"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-center justify-between border-b border-line px-4 py-2">
          <Mark />
          <button
            type="button"
            aria-label="Close menu"
            onClick={onClose}
            className="inline-flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-surface"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        <SideNavigation />
      </div>
    </Layer>
  );
}
