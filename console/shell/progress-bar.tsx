import { join } from '../../ui/join.ts';

interface ProgressBarProps {
  label: string;
  max: number;
  /** Undefined while it is not known how much there is to do. */
  value: number | undefined;
  className?: string;
}

/**
 * How far long work has come. Chromium draws the track of its own bar in the dark grey of a filled one, so that nothing
 * done looks like all done. In forced colours the browser's own is kept, whose parts stay apart there.
 */
export const ProgressBar = ({ label, max, value, className }: ProgressBarProps) => (
  <progress
    aria-label={label}
    max={max}
    value={value}
    className={join(
      'block h-3 w-full appearance-none overflow-hidden rounded-full border border-control bg-white indeterminate:bg-info-tint motion-safe:indeterminate:animate-pulse forced-colors:appearance-auto [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-brand indeterminate:[&::-moz-progress-bar]:bg-transparent',
      className,
    )}
  />
);
