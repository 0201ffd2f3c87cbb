import figures from 'content:figures';
import { useLocation } from 'react-router';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage } from '../partner/paths.ts';
import { useContent } from '../partner/use-content.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { FaqQuestion } from './question.tsx';
import { findTopic, questionsOf, topics } from './topics.ts';
import type { TopicName } from './topics.ts';

const { rules } = figures;
const names = topics.map(({ name }) => name);

/** What people ask before they decide, in four parts. */
export function Component() {
  const { hash } = useLocation();
  const [topic, openTopic] = useTab<TopicName>(names, findTopic(hash) ?? 'general');
  return (
    <Page>
      <h1 tabIndex={-1}>Questions and answers</h1>
      <p className="mt-3 mb-8 max-w-text text-muted">
        What people ask before they decide. Your browser's search looks through all four parts.
      </p>
      <div className="grid gap-x-16 gap-y-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,3fr)]">
        <div className="min-w-0">
          <Tabs label="Questions about" tabs={topics} current={topic} onChange={openTopic}>
            {(name) => <Topic name={name} />}
          </Tabs>
        </div>
        <AskUs />
      </div>
    </Page>
  );
}

function Topic({ name }: { name: TopicName }) {
  const { label } = topics.find((topic) => topic.name === name)!;
  return (
    <section className="pt-4">
      <h2 className="sr-only print:not-sr-only print:mt-6 print:text-h3">{label}</h2>
      <Questions name={name} />
    </section>
  );
}

function Questions({ name }: { name: TopicName }) {
  const questions = useContent(questionsOf(name));
  return questions.map((question) => <FaqQuestion key={question.id} {...question} />);
}

/** Links for a reader whose question is not answered here. */
function AskUs() {
  const partner = usePartner();
  return (
    <aside aria-labelledby="ask" className="h-fit rounded-xl bg-tint p-6 print:hidden">
      <h2 id="ask" className="text-h3">
        Not answered?
      </h2>
      <p className="mt-2">{`A career consultant takes ${rules.consultationMinutes} minutes for you. It costs nothing.`}</p>
      <ButtonLink to={consultantPage(partner)} className="mt-5 w-full">
        Ask a consultant
      </ButtonLink>
      <p className="mt-5 text-sm">
        Or write to <TextLink to={`mailto:${partner.supportEmail}`}>{partner.supportEmail}</TextLink>. We reply within{' '}
        {rules.supportReplyHours} hours.
      </p>
    </aside>
  );
}
