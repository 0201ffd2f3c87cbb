import { CourseSection } from './course-section.tsx';

/** What students have open all day. */
export function Tools({ tools }: { tools: string[] }) {
  return (
    <CourseSection id="tools" title="Tools you use">
      <ul className="flex flex-wrap gap-2">
        {tools.map((tool) => (
          <li key={tool} className="rounded-full border border-line bg-surface px-4 py-1.5">
            {tool}
          </li>
        ))}
      </ul>
    </CourseSection>
  );
}
