import storyContent from 'content:stories';
import { ArrowRight, Check } from 'lucide-react';
import { courses } from '../../shared/courses.ts';
import type { Story } from '../../shared/page-content.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage, pathOf } from '../partner/paths.ts';
import { useContent } from '../partner/use-content.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Paragraphs } from '../ui/paragraphs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { StoryDrawing } from './story-drawing.tsx';

/** Three ways from another work into technology. */
export function Component() {
  const partner = usePartner();
  const stories = useContent(storyContent);
  return (
    <Page className="@container">
      <h1 tabIndex={-1}>Case studies</h1>
      <p className="mt-3 max-w-text text-muted">
        Three ways into technology, from three walks of life: what people brought with them, and what came of it.
      </p>
      <div className="mt-6 max-w-text">
        <Notice tone="info">
          <p>The people in these stories are illustrative. They show what is possible, not what is promised.</p>
        </Notice>
      </div>
      <div className="mt-12 space-y-16">
        {stories.map((story) => (
          <StoryArticle key={story.id} story={story} />
        ))}
      </div>
      <section aria-labelledby="yours" className="mt-16 rounded-xl bg-tint p-6 md:p-10 print:hidden">
        <h2 id="yours" className="text-h2">
          And your story?
        </h2>
        <p className="mt-2 max-w-text">
          Bring what you have done so far. A career consultant tells you which course it fits, and whether it counts.
        </p>
        <ButtonLink to={consultantPage(partner)} className="mt-5">
          Talk to a consultant
        </ButtonLink>
      </section>
    </Page>
  );
}

function StoryArticle({ story }: { story: Story }) {
  const { id, course, name, before, after, quote, text, facts } = story;
  const partner = usePartner();
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 items-start gap-x-12 gap-y-6 @3xl:grid-cols-2 @3xl:even:*:first:order-last print:break-inside-avoid"
    >
      <StoryDrawing course={course} className="aspect-4/3 w-full rounded-xl print:hidden" />
      <div className="max-w-text">
        <p className="text-sm font-semibold text-brand">{courses[course].name}</p>
        <h2 id={`${id}-title`} className="mt-1 text-h2">
          {name}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 font-semibold text-muted">
          {before}
          <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
          <span className="sr-only">, now </span>
          {after}
        </p>
        <blockquote className="mt-5 border-l-4 border-accent pl-4 text-h3 font-normal text-pretty">
          {`“${quote}”`}
        </blockquote>
        <div className="mt-5">
          <Paragraphs text={text} />
        </div>
        <ul className="mt-5 space-y-2">
          {facts.map((fact) => (
            <li key={fact} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
              {fact}
            </li>
          ))}
        </ul>
        <p className="mt-5 print:hidden">
          <TextLink to={pathOf(partner, course)}>{`See the ${courses[course].name} course`}</TextLink>
        </p>
      </div>
    </article>
  );
}
