import { useEffect, useRef, type ReactNode } from 'react';
import { Mark } from './mark.tsx';

interface WayInProps {
  title: string;
  about?: ReactNode;
  /** Changes with the screen, so that its heading takes the focus. */
  step?: string;
  children: ReactNode;
}

/** A screen without the frame: signing in, and accepting an invitation. */
export function WayIn({ title, about, step = title, children }: WayInProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <div className="flex min-h-dvh flex-col items-center bg-surface px-4 py-8 sm:py-16">
      <title>{`${title} – Intake console`}</title>
      <Mark />
      <main className="mt-6 w-full max-w-[28rem] rounded-xl border border-line bg-white p-6 shadow-card sm:p-8">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className="mt-1 text-muted">{about}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  );
}
