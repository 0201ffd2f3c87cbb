import type { ReactNode } from 'react';
import { useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface SectionProps {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A group of settings with what they are about. */
export function Section({ title, about, action, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-[14rem]">
          <h2 id={id}>{title}</h2>
          {about && <p className="mt-1 max-w-[42rem] text-muted">{about}</p>}
        </div>
        {action}
      </div>
      {children && <div className="mt-4 flex flex-col gap-5">{children}</div>}
    </Card>
  );
}

/** Fields beside each other where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid items-end gap-5 sm:grid-cols-2">{children}</div>
);
