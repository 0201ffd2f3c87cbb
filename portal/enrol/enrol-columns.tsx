import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';

/**
 * The task and, beside it, the order. Where there is no room for both (the side navigation takes its share), the
 * order stands above; on phones it is a bar that stays in view, for which it has no box of its own.
 */
export function EnrolColumns({ order, children }: { order: ReactNode; children: ReactNode }) {
  return (
    <Page className="@container">
      <div className="@3xl:grid @3xl:grid-cols-12 @3xl:gap-8 @5xl:gap-12">
        <div className="max-md:contents @max-3xl:md:mb-8 @3xl:order-last @3xl:col-span-5">{order}</div>
        <div className="@container @3xl:col-span-7">{children}</div>
      </div>
    </Page>
  );
}
