import type { ReactNode } from 'react';
import { join } from '../../ui/join.ts';

const widths = {
  /** Two columns, lists of cards. */
  page: 'max-w-page',
  /** One form or one outcome. */
  task: 'max-w-task',
  /** Running text. */
  prose: 'max-w-text',
};

/** The room a page's content stands in: its width, its margins, nothing else. */
export function Page({
  width = 'page',
  className,
  children,
}: {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}) {
  return <div className={join('mx-auto w-full px-4 py-8 md:px-8 md:py-12', widths[width], className)}>{children}</div>;
}
