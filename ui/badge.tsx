import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { tones } from './tones.ts';
import type { Tone } from './tones.ts';

/** A state in a word or two, with an icon: colour never says it alone. */
export function Badge({ tone, icon: Icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  const OwnIcon = Icon ?? tones[tone].icon;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold ${tones[tone].fill} ${tones[tone].text}`}
    >
      <OwnIcon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
}
