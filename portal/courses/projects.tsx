import type { DataCourse } from '../../shared/page-content.ts';
import { CourseSection } from './course-section.tsx';

/** What classes have to work on: the question, the data, the result. */
export function Projects({ projects }: Pick<DataCourse, 'projects'>) {
  return (
    <CourseSection
      id="projects"
      title="Real-world projects"
      lead="Four of the problems you work on, with data that is public or made for teaching."
    >
      <ul className="grid gap-6 @3xl:grid-cols-2">
        {projects.map(({ title, brief, data, result }) => (
          <li
            key={title}
            className="row-span-3 grid grid-rows-subgrid gap-y-0 rounded-xl border border-line p-6 print:break-inside-avoid"
          >
            <h3 className="text-h3">{title}</h3>
            <p className="mt-2">{brief}</p>
            <dl className="mt-4 grid grid-cols-[4rem_1fr] content-start gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
              <dt className="text-muted">Data</dt>
              <dd>{data}</dd>
              <dt className="text-muted">Result</dt>
              <dd className="font-semibold">{result}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </CourseSection>
  );
}
