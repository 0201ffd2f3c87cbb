import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface CourseSectionProps {
  id: string;
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a course page under its own heading. */
export function CourseSection({ id, title, lead, children }: CourseSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-text text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}

/** A short list with its own heading. */
export function BulletList({ title, items }: { title: string; items: string[] }) {
  return (
    <section>
      <h2 className="text-h3">{title}</h2>
      <ul className="mt-4 space-y-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
