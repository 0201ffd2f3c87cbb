import webinarContent from 'content:webinars';
import { useState } from 'react';
import { courseCodes, courses, defaultCourse } from '../../shared/courses.ts';
import type { Webinar } from '../../shared/page-content.ts';
import { usePartner } from '../partner/partner.tsx';
import { useContent } from '../partner/use-content.ts';
import { useMember } from '../session/member.ts';
import { standingOf } from '../session/standing.ts';
import { cityOf } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { useWebinars } from './use-webinars.ts';
import { WebinarCard } from './webinar-card.tsx';
import { byNextOccasion } from './webinar-times.ts';

/** The webinars, three for each course. */
export function Component() {
  const partner = usePartner();
  const member = useMember();
  const wished = standingOf(member ?? null).course;
  const [course, openCourse] = useTab(courseCodes, wished ?? defaultCourse);
  const content = useContent(webinarContent);
  const webinars = useWebinars();
  const [now] = useState(() => new Date());

  const inOrder = (list: readonly Webinar[]) => byNextOccasion(list, partner.timeZone, now);
  const tabs = courseCodes.map((code) => {
    const registered = content[code].filter(({ id }) => webinars.isRegistered(id)).length;
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
            {inOrder(content[code]).map((webinar) => (
              <WebinarCard key={webinar.id} webinar={webinar} webinars={webinars} now={now} />
            ))}
          </section>
        )}
      </Tabs>
    </Page>
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
