/** How far along something is. The words beside it say it too; the bar is its picture. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-surface-strong forced-colors:border"
    >
      <div
        className="h-full rounded-full bg-brand transition-[width] duration-500 motion-reduce:transition-none forced-colors:bg-[Highlight]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
