import { useSyncExternalStore } from 'react';
import { sessionMessages } from '../messages/session.ts';
import { Notice } from '../ui/notice.tsx';

/** Says plainly that nothing can be sent for now. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className="sticky top-16 z-20 print:hidden">
      <Notice tone="warning" title={sessionMessages.offline.title} role="status">
        <p>{sessionMessages.offline.text}</p>
      </Notice>
    </div>
  );
}

function watchConnection(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}
