import {
  Briefcase,
  CalendarDays,
  Check,
  Clock,
  Globe,
  MessageCircleQuestionMark,
  Timer,
  User,
  Users,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { ListedWebinar } from '../../contract/webinars.ts';
import { findOccasion } from '../../shared/webinar-dates.ts';
import type { Occasion } from '../../shared/webinar-dates.ts';
import { usePartner } from '../partner/partner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { unbroken } from '../ui/format.ts';
import { readerZone } from '../session/cohort-times.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Webinars } from './use-webinars.ts';
import { writeDateTile, writeTimes } from './webinar-times.ts';

const categories: Record<ListedWebinar['category'], { label: string; icon: LucideIcon }> = {
  technical: { label: 'Technical', icon: Wrench },
  career: { label: 'Career', icon: Briefcase },
  info: { label: 'Info', icon: MessageCircleQuestionMark },
};

interface WebinarCardProps {
  webinar: ListedWebinar;
  webinars: Webinars;
  now: Date;
}

/** One webinar: what it is about, when it takes place, and the way in. */
export function WebinarCard({ webinar, webinars, now }: WebinarCardProps) {
  const partner = usePartner();
  const titleId = useId();
  const occasion = findOccasion(webinar, partner.timeZone, now);
  const isOver = occasion.endsAt <= now;
  const tile = writeDateTile(partner, occasion.startsAt);
  return (
    <article
      aria-labelledby={titleId}
      className="@container rounded-xl border border-line bg-white p-5 shadow-card md:p-6 print:break-inside-avoid"
    >
      <div className="grid gap-6 @xl:grid-cols-[5rem_minmax(0,1fr)] @3xl:grid-cols-[5rem_minmax(0,1fr)_11rem]">
        <div
          aria-hidden="true"
          className="flex size-20 shrink-0 flex-col items-center justify-center rounded-lg bg-tint text-brand tabular-nums @max-xl:hidden"
        >
          <span className="text-h2 leading-7">{tile.day}</span>
          <span className="text-sm font-semibold">{tile.month}</span>
        </div>
        <About webinar={webinar} occasion={occasion} titleId={titleId} />
        <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 @xl:col-start-2 @3xl:col-start-3 @3xl:flex-col @3xl:items-stretch print:hidden">
          {webinars.isPending ? (
            <Skeleton className="h-12 w-32" />
          ) : (
            <Registration webinar={webinar} webinars={webinars} isOver={isOver} titleId={titleId} />
          )}
        </div>
      </div>
    </article>
  );
}

function About({ webinar, occasion, titleId }: { webinar: ListedWebinar; occasion: Occasion; titleId: string }) {
  const times = writeTimes(usePartner(), occasion, readerZone);
  const { label, icon } = categories[webinar.category];
  return (
    <div className="min-w-0">
      <Badge tone="neutral" icon={icon}>
        {label}
      </Badge>
      <h3 id={titleId} className="mt-3 text-h3">
        {webinar.title}
      </h3>
      <ul className="mt-2 space-y-1 text-sm tabular-nums">
        <Line icon={CalendarDays}>
          <span className="font-semibold">{times.day}</span>
        </Line>
        <Line icon={Clock}>{unbroken(times.hours)}</Line>
        {times.own && <Line icon={Globe}>{unbroken(times.own)}</Line>}
      </ul>
      <p className="mt-4 max-w-text">{webinar.description}</p>
      <ul className="mt-4 flex flex-col gap-x-6 gap-y-1 text-sm text-muted @xl:flex-row @xl:flex-wrap">
        <Line icon={Timer}>{`${webinar.minutes} minutes`}</Line>
        <Line icon={User}>{webinar.host}</Line>
        <Line icon={Users}>{`Usually ${webinar.attendees} attendees`}</Line>
      </ul>
    </div>
  );
}

interface RegistrationProps {
  webinar: ListedWebinar;
  webinars: Webinars;
  isOver: boolean;
  titleId: string;
}

/** One button that stays where it is, so that the focus does too; the word beside it says how things stand. */
function Registration({ webinar: { id }, webinars, isOver, titleId }: RegistrationProps) {
  const isRegistered = webinars.isRegistered(id);
  if (isOver) {
    return (
      <p className="text-sm text-muted">
        This webinar has taken place. Registration is closed.{isRegistered && ' You were registered.'}
      </p>
    );
  }
  return (
    <>
      <Button
        look="outline"
        aria-describedby={titleId}
        loading={webinars.isChanging(id)}
        onClick={() => void (isRegistered ? webinars.unregister(id) : webinars.register(id))}
      >
        {isRegistered ? 'Unregister' : 'Register'}
      </Button>
      {isRegistered && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-success @3xl:justify-center">
          <Check className="size-5" aria-hidden="true" />
          You are registered
        </span>
      )}
    </>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
