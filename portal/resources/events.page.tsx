import { useState } from 'react';
import type { ListedWebinar } from '../../contract/webinars.ts';
import { courseCodes, courses, defaultCourse } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { resourceMessages } from '../messages/resources.ts';
import { useMember } from '../session/member.ts';
import { standingOf } from '../session/standing.ts';
import { useAnswer } from '../session/use-answer.ts';
import { cityOf } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { useWebinars } from './use-webinars.ts';
import { webinarsOf } from './webinar-list.ts';
import { WebinarCard } from './webinar-card.tsx';
import { byNextOccasion } from './webinar-times.ts';

/** The webinars of each course. */
export function Component() {
  const partner = usePartner();
  const member = useMember();
  const wished = standingOf(member ?? null).course;
  const [course, openCourse] = useTab(courseCodes, wished ?? defaultCourse);
  const { data: all, isError, refetch } = useAnswer(webinarsOf(partner.code));
  const webinars = useWebinars();
  const [now] = useState(() => new Date());

  const listOf = (code: CourseCode) => all?.filter((webinar) => webinar.course === code);
  const inOrder = (list: readonly ListedWebinar[]) => byNextOccasion(list, partner.timeZone, now);
  const tabs = courseCodes.map((code) => {
    const registered = listOf(code)?.filter(({ id }) => webinars.isRegistered(id)).length ?? 0;
    return { name: code, label: courses[code].name, note: registered > 0 && <Count of={registered} /> };
  });
  return (
    <Page>
      <h1 tabIndex={-1}>Events and webinars</h1>
      <p className="mt-3 mb-8 max-w-text text-muted">
        {`Free talks about the work, the jobs and the ${partner.words.program}, live online. Times are in ${cityOf(partner.timeZone)}; your own stand beside them where they differ.`}
      </p>
      <Tabs label="Webinars" tabs={tabs} current={course} onChange={openCourse}>
        {(code) => (
          <section className="space-y-4 pt-6 md:pt-8">
            <h2 className="sr-only print:not-sr-only print:text-h3">{courses[code].name}</h2>
            {inOrder(listOf(code) ?? []).map((webinar) => (
              <WebinarCard key={webinar.id} webinar={webinar} webinars={webinars} now={now} />
            ))}
            {listOf(code)?.length === 0 && <p className="text-muted">{resourceMessages.noWebinars}</p>}
            {!all && (isError ? <NotRead onRetry={refetch} /> : <Loading />)}
          </section>
        )}
      </Tabs>
    </Page>
  );
}

/** As high as three cards, so that nothing jumps. */
function Loading() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </div>
  );
}

function NotRead({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error" role="alert" title={resourceMessages.webinarsNotRead}>
      <Button look="link" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

function Count({ of: count }: { of: number }) {
  return (
    <span className="rounded-full bg-success-tint px-2 py-0.5 font-semibold text-success tabular-nums">
      {count}
      <span className="sr-only"> registered</span>
    </span>
  );
}
