import { useEffect, useState } from 'react';

/** Moments before the end of a hold that are worth an announcement, in minutes. */
const announcedMinutes = [5, 1] as const;

/** What there is to say about a hold now; undefined when there is none any more. */
export interface Hold {
  /** ISO */
  expiresAt: string;
  /** "5 minutes left": only near the end, for a screen reader's ear. Never a countdown. */
  announcement: string;
}

/**
 * A seat hold as time goes by. It vanishes by itself when it ends.
 *
 * @param expiresAt ISO, null when nothing is held
 */
export function useHold(expiresAt: string | null | undefined): Hold | undefined {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!expiresAt) return undefined;
    let timer = setTimeout(look);
    function look(): void {
      const now = Date.now();
      setNowMs(now);
      const waitMs = msToNextChange(Date.parse(expiresAt!) - now);
      if (waitMs > 0) timer = setTimeout(look, waitMs);
    }
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return holdAt(expiresAt, nowMs);
}

/** @param nowMs milliseconds since the epoch */
export function holdAt(expiresAt: string | null | undefined, nowMs: number): Hold | undefined {
  const leftMs = expiresAt ? Date.parse(expiresAt) - nowMs : 0;
  if (!expiresAt || !(leftMs > 0)) return undefined;
  const reached = announcedMinutes.findLast((minutes) => leftMs <= minutes * 60_000);
  if (reached === undefined) return { expiresAt, announcement: '' };
  return { expiresAt, announcement: reached === 1 ? '1 minute left' : `${reached} minutes left` };
}

/** Until the next announcement, or the end; 0 when it is over. */
function msToNextChange(leftMs: number): number {
  const next = [...announcedMinutes, 0].find((minutes) => leftMs > minutes * 60_000);
  return next === undefined ? 0 : leftMs - next * 60_000;
}
