import { sessionMessages } from '../messages/session.ts';
import { useIsOnline } from '../session/connection.ts';
import { Notice } from '../../ui/notice.tsx';
import { useUnshownToast } from '../../ui/toast.ts';

/** Says plainly that nothing can be sent for now, and what could not be said in passing. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const unshown = useUnshownToast();
  return (
    <div className="sticky top-16 z-20 print:hidden">
      {!isOnline && (
        <Notice tone="warning" title={sessionMessages.offline.title} role="status">
          <p>{sessionMessages.offline.text}</p>
        </Notice>
      )}
      {unshown && (
        <Notice tone={unshown.kind} title={unshown.title} role="alert">
          {unshown.text && <p>{unshown.text}</p>}
        </Notice>
      )}
    </div>
  );
}
