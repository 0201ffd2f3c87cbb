import { join } from './join.ts';

/** A grey shape in place of content to come. Appears after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={join('skeleton block rounded-md bg-surface-strong', className)} />;
}
