import consultationContent from 'content:consultation';
import figures from 'content:figures';
import { ArrowRight, Clock, MessagesSquare, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Consultation } from '../../shared/page-content.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { useContent } from '../partner/use-content.ts';
import { useMember } from '../session/member.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { cityOf } from '../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { Paragraphs } from '../ui/paragraphs.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { slugOf, slugsOf } from '../ui/slug.ts';
import { labelOf, slotNames } from './consultation-times.ts';
import { LogInFirst } from './log-in-first.tsx';
import { AskedNotice, ScheduleDialog, useSchedule } from './schedule.tsx';
import { SupportForm } from './support-form.tsx';

const { rules } = figures;

/** How to reach a person before deciding. Every help link leads here. */
export function Component() {
  const partner = usePartner();
  const member = useMember();
  const { chat, phone, resources, questions } = useContent(consultationContent);
  const schedule = useSchedule();
  return (
    <Page>
      <h1 tabIndex={-1}>Talk to a career consultant</h1>
      <p className="mt-3 max-w-text text-muted">
        {`A consultant knows the courses and the work they lead to. A talk takes ${rules.consultationMinutes} minutes, costs nothing, and you need not ${partner.words.enrol} afterwards.`}
      </p>
      <div className="mt-6 space-y-6">
        <Button aria-haspopup="dialog" onClick={schedule.open}>
          Schedule Consultation
        </Button>
        <AskedNotice asked={schedule.asked} />
      </div>
      <div className="mt-10 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Way icon={MessagesSquare} {...chat}>
          <SupportDesk member={member} />
        </Way>
        <Way icon={Phone} {...phone}>
          <Hours onChoose={schedule.open} />
        </Way>
      </div>
      <Resources resources={resources} />
      <CommonQuestions questions={questions} />
      <ScheduleDialog schedule={schedule} member={member ?? null} />
    </Page>
  );
}

/** One way to reach an advisor. */
function Way({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const headingId = slugOf(title);
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className="flex items-center gap-3 text-h3">
        <Icon className="size-6 shrink-0 text-brand" aria-hidden="true" />
        {title}
      </h2>
      <p className="mt-2">{text}</p>
      <div className="mt-5">{children}</div>
    </Card>
  );
}

function SupportDesk({ member }: { member: StudentMember | null | undefined }) {
  if (member === undefined) return <Skeleton className="h-40" />;
  return member ? <SupportForm key={member.id} member={member} /> : <LogInFirst />;
}

/** When consultants call, on the partner's clock. */
function Hours({ onChoose }: { onChoose: () => void }) {
  const { timeZone } = usePartner();
  return (
    <>
      <ul className="mb-5 space-y-1 tabular-nums">
        {slotNames.map((slot) => (
          <li key={slot} className="flex items-center gap-2">
            <Clock className="size-4 shrink-0 text-muted" aria-hidden="true" />
            {labelOf(slot)}
          </li>
        ))}
        <li className="text-sm text-muted">{`${cityOf(timeZone)} time. Nobody calls without your asking.`}</li>
      </ul>
      <Button look="outline" aria-haspopup="dialog" onClick={onChoose}>
        Choose a time
      </Button>
      <h3 className="mt-8 font-semibold">What happens next</h3>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted marker:tabular-nums">
        <li>You choose a day, a time and a topic.</li>
        <li>{`A member of our team contacts you within ${rules.supportReplyHours} hours.`}</li>
        <li>{`You talk for ${rules.consultationMinutes} minutes and ask what you like.`}</li>
      </ol>
    </>
  );
}

function Resources({ resources }: Pick<Consultation, 'resources'>) {
  const partner = usePartner();
  return (
    <section aria-labelledby="resources" className="mt-14">
      <h2 id="resources" className="text-h2">
        Resources
      </h2>
      <ul className="mt-5 grid gap-4 lg:grid-cols-2 lg:gap-6">
        {resources.map(({ title, text, page }) => (
          <li key={page} className="group relative rounded-xl border border-line p-6 hover:border-brand">
            <h3 className="text-base font-semibold">
              <Link
                to={pathOf(partner, page)}
                className="flex items-center justify-between gap-3 text-brand after:absolute after:inset-0 after:rounded-xl"
              >
                {title}
                <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
              </Link>
            </h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CommonQuestions({ questions }: Pick<Consultation, 'questions'>) {
  const ids = slugsOf(questions.map(({ question }) => question));
  return (
    <section aria-labelledby="common-questions" className="mt-14">
      <h2 id="common-questions" className="text-h2">
        Common questions
      </h2>
      <div className="mt-3">
        {questions.map(({ question, answer }, at) => (
          <Disclosure key={ids[at]} id={ids[at]!} title={question}>
            <Paragraphs text={answer} />
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
