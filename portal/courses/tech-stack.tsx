import type { SoftwareCourse } from '../../shared/page-content.ts';
import { CourseSection } from './course-section.tsx';

/** The layers of an application, each on the one that carries it. */
export function TechStack({ stack }: Pick<SoftwareCourse, 'stack'>) {
  return (
    <CourseSection
      id="stack"
      title="Tech stack"
      lead="From what people see to what keeps it running. You work on every layer."
    >
      <ol className="overflow-hidden rounded-xl border border-line">
        {stack.map(({ area, text, tools }) => (
          <li
            key={area}
            className="grid gap-x-8 gap-y-3 border-l-6 border-l-brand p-5 not-first:border-t not-first:border-t-line odd:bg-surface @3xl:grid-cols-[16rem_1fr] @3xl:items-center"
          >
            <div>
              <h3 className="font-semibold">{area}</h3>
              <p className="text-sm text-muted">{text}</p>
            </div>
            <ul className="flex flex-wrap gap-2">
              {tools.map((tool) => (
                <li key={tool} className="rounded-md border border-line bg-white px-3 py-1.5 text-sm font-semibold">
                  {tool}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </CourseSection>
  );
}
