import { useEffect, useState } from 'react';
import { viewMessages } from '../messages/views.ts';
import { refreshMember, useMember } from '../session/member.ts';
import { endView, leaveView } from '../session/open-view.ts';
import type { TabView } from '../session/tab-view.ts';

/** How often the minutes that are left are counted. Milliseconds. */
const countEveryMs = 15_000;

const minutesUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 60_000));

/** Says to staff that they see the portal as a member, for how long, and lets them end it. */
export function ViewBanner({ view }: { view: TabView }) {
  const member = useMember();
  const [minutes, setMinutes] = useState(() => minutesUntil(view.endsAt));
  const hasEnded = member === null;
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
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-[#5b2a86] px-4 py-2 text-sm text-white"
    >
      <p role="status" className="wrap-anywhere">
        {hasEnded ? viewMessages.ended : viewMessages.seeing(view.name)}
      </p>
      {/* Beside the status: a screen reader would tell every minute. */}
      {!hasEnded && <p>{viewMessages.minutes(String(minutes))}</p>}
      <button
        type="button"
        onClick={() => void act()}
        className="min-h-8 cursor-pointer rounded-md border border-white px-3 font-semibold hover:bg-white hover:text-[#5b2a86] focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-white"
      >
        {label}
      </button>
    </section>
  );
}
