import { useLayoutEffect, useState } from 'react';
import { partnerTitle } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusOnChange } from '../../ui/use-focus-on-change.ts';
import { CreatePassword } from './create-password.tsx';
import { LeadForm } from './lead-form.tsx';
import { OutlinePreview } from './outline-preview.tsx';
import { useVisit } from './use-visit.ts';

/** The way to a course outline: who asks, then a password, then the outline itself. */
export function Component() {
  const partner = usePartner();
  const { stage, goOn, goBack } = useVisit();
  const [course, setCourse] = useState('');
  const heading = useFocusOnChange<HTMLHeadingElement>(stage.name);
  usePageTitle(
    `${stage.name === 'password' ? 'Create Password' : 'Download Course Outline'} – ${partnerTitle(partner)}`,
  );
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [stage.name]);

  return (
    <Page className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-12">
      <div className="lg:col-span-7 xl:col-span-6">
        {stage.name === 'form' && (
          <LeadForm heading={heading} deadLink={stage.deadLink} onCourse={setCourse} onSent={goOn} />
        )}
        {stage.name === 'opening-link' && <OpeningLink />}
        {stage.name === 'password' && <CreatePassword heading={heading} visit={stage.visit} onBack={goBack} />}
      </div>
      <OutlinePreview
        course={stage.name === 'password' ? stage.visit.course : course}
        className="lg:col-span-5 xl:col-start-8"
      />
    </Page>
  );
}

function OpeningLink() {
  return (
    <div aria-busy="true" className="space-y-6">
      <p className="sr-only" role="status">
        Opening your link
      </p>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
