import type { PlanConnection } from '../../contract/members.ts';
import { join } from '../../ui/join.ts';

const looks: Record<PlanConnection['status'], { words: string; look: string }> = {
  ACTIVE: { words: '', look: 'border-line bg-surface' },
  TRIALING: { words: 'in trial', look: 'border-info bg-info-tint text-info' },
  REQUIRES_PAYMENT: { words: 'payment is due', look: 'border-warning bg-warning-tint text-warning' },
  REQUIRES_AUTHENTICATION: { words: 'bank asks', look: 'border-warning bg-warning-tint text-warning' },
  CANCELED: { words: 'ended', look: 'border-line text-muted' },
};

/** A plan that somebody has or had; what is not as it should be stands in words beside it. */
export function PlanBadge({ name, status }: { name: string; status: PlanConnection['status'] }) {
  const { words, look } = looks[status];
  return (
    <span
      className={join(
        'inline-block max-w-full overflow-hidden rounded-md border px-2 align-bottom text-sm text-ellipsis wrap-anywhere',
        look,
      )}
    >
      {name}
      {words && `, ${words}`}
    </span>
  );
}
