import type { ReactNode } from 'react';
import { tones } from './tones.ts';
import type { Tone } from './tones.ts';

interface NoticeProps {
  tone: Tone;
  title?: string;
  /** `alert` interrupts a screen reader, `status` waits for a pause; neither for text that was there from the start. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/** A message that stays on the page. */
export function Notice({ tone, title, role, children }: NoticeProps) {
  const { icon: Icon, text, fill, bar } = tones[tone];
  return (
    <div role={role} className={`flex gap-3 rounded-lg border-l-4 p-4 ${fill} ${bar}`}>
      <Icon className={`mt-0.5 size-5 shrink-0 ${text}`} aria-hidden="true" />
      <div className="min-w-0 space-y-1 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
