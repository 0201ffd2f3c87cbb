import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageOf } from '../session/message-of.ts';

interface PartProps {
  id: string;
  title: string;
  about: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One card of the page: what it is, what there is, what to do. */
export function Part({ id, title, about, action, children }: PartProps) {
  return (
    <Card aria-labelledby={id} className="p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-[16rem]">
          <h2 id={id}>{title}</h2>
          <p className="mt-1 text-muted">{about}</p>
        </div>
        {action}
      </div>
      {children && <div className="mt-4">{children}</div>}
    </Card>
  );
}

/** In place of what is asked for: its shape while it comes, and what to say where it did not. */
export function Awaited({ error }: { error: unknown }) {
  if (error)
    return (
      <Notice tone="error" role="alert">
        {messageOf(error)}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-2">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
