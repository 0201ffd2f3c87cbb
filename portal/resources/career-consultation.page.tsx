import { Clock, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { courseCodes, courses } from '../../contract/courses.ts';
import { usePartner } from '../partner/partner.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';

/** How to reach a person before deciding. Every help link leads here. */
export function Component() {
  const { supportEmail, words } = usePartner();
  const subject = encodeURIComponent('Career consultation');
  return (
    <Page width="prose">
      <h1 tabIndex={-1}>Talk to a career consultant</h1>
      <p className="mt-3 text-lg text-muted">
        {`A consultant knows the courses and the work they lead to. A talk takes 30 minutes, costs nothing, and you need not ${words.enrol} afterwards.`}
      </p>
      <Card aria-labelledby="write" className="mt-8">
        <h2 id="write" className="text-h3">
          Write to us
        </h2>
        <p className="mt-2">Say when you have time and what you would like to know. We find a slot together.</p>
        <ul className="mt-4 space-y-2 text-muted">
          <Fact icon={<Mail className="size-5" aria-hidden="true" />}>{supportEmail}</Fact>
          <Fact icon={<Clock className="size-5" aria-hidden="true" />}>We reply within 24 hours.</Fact>
        </ul>
        <div className="mt-6">
          <ButtonLink to={`mailto:${supportEmail}?subject=${subject}`}>Write an email</ButtonLink>
        </div>
      </Card>
      <section aria-labelledby="topics" className="mt-10">
        <h2 id="topics" className="text-h3">
          What people ask about
        </h2>
        <ul className="mt-3 list-disc space-y-1 pl-6">
          <li>{`Which course fits: ${courseCodes.map((code) => courses[code].name).join(', ')}`}</li>
          <li>Experience at work that can count instead of a diploma</li>
          <li>Full-time or part-time beside a job</li>
          <li>{`The ${words.enrolment} deposit and monthly payments`}</li>
        </ul>
      </section>
    </Page>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      {icon}
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}
