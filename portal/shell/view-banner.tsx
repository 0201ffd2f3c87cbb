import { useEffect, useState } from 'react';
import { viewFragment } from '../../contract/view-link.ts';
import { toast } from '../../ui/toast.ts';
import { viewMessages } from '../messages/views.ts';
import { refreshMember, useMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { endView, leaveView, openView } from '../session/open-view.ts';
import { endViewEvent, type TabView } from '../session/tab-view.ts';

/** How often the minutes that are left are counted. Milliseconds. */
const countEveryMs = 15_000;

const minutesUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 60_000));

/** Says to staff that they see the portal as a member, for how long, and lets them end it. */
export function ViewBanner({ view }: { view: TabView }) {
  const member = useMember();
  const [minutes, setMinutes] = useState(() => minutesUntil(view.endsAt));
  const hasEnded = member === null;
  useEffect(() => {
    const end = () => void endView();
    addEventListener(endViewEvent, end);
    return () => removeEventListener(endViewEvent, end);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      const left = minutesUntil(view.endsAt);
      setMinutes(left);
      // The service says whether it has ended: by its clock, or because of who sees.
      if (left === 0) void refreshMember();
    }, countEveryMs);
    return () => clearInterval(timer);
  }, [view]);
  const [act, label] = hasEnded ? [leaveView, viewMessages.leave] : [endView, viewMessages.end];

  return (
    <section
      aria-label={viewMessages.label}
      className="sticky top-16 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-[#5b2a86] px-4 py-2 text-sm text-white print:hidden"
    >
      <p role="status" className="wrap-anywhere">
        {hasEnded ? viewMessages.ended : viewMessages.seeing(view.name)}
      </p>
      {/* Beside the status: a screen reader would tell every minute. */}
      {!hasEnded && <p>{viewMessages.minutes(String(minutes))}</p>}
      <button
        type="button"
        onClick={act}
        className="min-h-8 cursor-pointer rounded-md border border-white px-3 font-semibold hover:bg-white hover:text-[#5b2a86] focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-white"
      >
        {label}
      </button>
    </section>
  );
}

/**
 * Opens the view of the page's address: the page is loaded anew with it, or goes on as what it was. The code leaves the
 * address in any case.
 *
 * @param start goes on
 */
export async function enterView(start: () => void): Promise<void> {
  const bare = location.pathname + location.search;
  try {
    await openView(location.hash.slice(viewFragment.length));
    location.replace(bare);
  } catch (error) {
    history.replaceState(null, '', bare);
    start();
    toast({ ...viewMessages.notOpened, text: messageOf(error, viewMessages.notReached) });
  }
}
