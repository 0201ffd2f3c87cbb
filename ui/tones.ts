import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type Tone = 'success' | 'error' | 'warning' | 'info' | 'neutral';

interface ToneLook {
  icon: LucideIcon;
  text: string;
  fill: string;
  bar: string;
}

/** What a tone looks like: always an icon beside the colour. */
export const tones: Record<Tone, ToneLook> = {
  success: { icon: CircleCheck, text: 'text-success', fill: 'bg-success-tint', bar: 'border-l-success' },
  error: { icon: CircleAlert, text: 'text-error', fill: 'bg-error-tint', bar: 'border-l-error' },
  warning: { icon: TriangleAlert, text: 'text-warning', fill: 'bg-warning-tint', bar: 'border-l-warning' },
  info: { icon: Info, text: 'text-info', fill: 'bg-info-tint', bar: 'border-l-info' },
  neutral: { icon: Info, text: 'text-ink', fill: 'bg-surface-strong', bar: 'border-l-control' },
};
