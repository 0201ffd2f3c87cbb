import type { ShownMember, ShownSite } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import type { MemberPlace } from './member-queries.ts';
import { PlanBadge } from './plan-badge.tsx';
import { useMemberChange } from './use-member-change.ts';

interface PlansTabProps {
  place: MemberPlace;
  member: ShownMember;
  site: ShownSite;
}

const types = { FREE: 'Free', SUBSCRIPTION: 'Subscription', ONETIME: 'Paid once' } as const;

/** What the member has and had; free plans are given and taken here, paid ones follow the money, a team’s the seat. */
export function PlansTab({ place, member, site }: PlansTabProps) {
  const mayChange = useMay('change-members');
  const { run, isPending } = useMemberChange(place);
  const nameOf = (id: string) => site.plans.find((plan) => plan.id === id)?.name ?? id;
  const { planConnections, seatConnectionId } = member;
  const take = (planId: string) =>
    run(
      () => send('DELETE /console/api/sites/:siteId/members/:memberId/plans/:planId', undefined, { ...place, planId }),
      `${nameOf(planId)} is taken`,
    );
  return (
    <div className="flex max-w-[42rem] flex-col gap-6">
      {planConnections.length === 0 && <p className="text-muted">No plan yet.</p>}
      {planConnections.length > 0 && (
        <ul className="divide-y divide-line">
          {planConnections.map(({ id, planId, status, type, active }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <span className="min-w-0 flex-1 basis-[12rem]">
                <PlanBadge name={nameOf(planId)} status={status} />
                <span className="ml-3 text-sm text-muted">
                  {types[type]}
                  {id === seatConnectionId && ', by a seat in a team'}
                </span>
              </span>
              {mayChange && active && type === 'FREE' && id !== seatConnectionId && (
                <Button look="link" loading={isPending} onClick={() => void take(planId)}>
                  Take<span className="sr-only"> {nameOf(planId)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <GivePlan place={place} member={member} site={site} />}
    </div>
  );
}

function GivePlan({ place, member, site }: PlansTabProps) {
  const { run } = useMemberChange(place);
  const has = new Set(member.planConnections.flatMap(({ planId, active }) => (active ? [planId] : [])));
  const free = site.plans.filter(({ id, isFree, isActive }) => isFree && isActive && !has.has(id));
  const form = useForm({
    check: ({ planId = '' }) => (planId ? [] : [{ field: 'planId', message: 'Choose a plan' }]),
    async send({ planId = '' }) {
      const plan = free.find(({ id }) => id === planId);
      await run(
        () => send('POST /console/api/sites/:siteId/members/:memberId/plans', { planId }, { ...place }),
        `${plan?.name ?? 'The plan'} is given`,
      );
    },
  });
  if (free.length === 0) return <p className="text-sm text-muted">There is no other free plan to give.</p>;
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Give a free plan"
        name="planId"
        hint="It counts at once, in the member’s open tabs too."
        placeholder="Choose a plan"
        options={free.map(({ id, name }) => ({ value: id, label: name }))}
        error={form.errorOf('planId')}
        className="min-w-0 flex-1 basis-[16rem]"
      />
      <Button type="submit" loading={form.pending}>
        Give
      </Button>
    </form>
  );
}
