import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { join } from '../../ui/join.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { noteRecent } from './recent.ts';

/** What a page shows around its content. */
export interface PageProps {
  title: string;
  /** What it is part of, and where that is. */
  within?: { label: string; to: string } | undefined;
  /** A sentence below the title. */
  about?: ReactNode;
  /** What stands beside the title: the page's one primary action. */
  action?: ReactNode;
  /** Running text and forms take less than the whole width. */
  width?: 'full' | 'text';
  children: ReactNode;
}

/** A page inside the frame: the name of the tab, the heading that takes the focus on arrival, one action, the content. */
export function Page({ title, within, about, action, width = 'full', children }: PageProps) {
  const heading = useFocusOnArrival();
  const { pathname } = useLocation();
  useEffect(() => noteRecent({ path: pathname, title }), [pathname, title]);
  return (
    <div className={join('w-full px-4 py-6 md:px-8', width === 'text' ? 'max-w-[56rem]' : 'max-w-[96rem]')}>
      <title>{`${title} – Intake console`}</title>
      {within && (
        <p className="mb-1 text-sm">
          <TextLink to={within.to}>{within.label}</TextLink>
        </p>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
            {title}
          </h1>
          {about && <p className="mt-1 max-w-[42rem] text-muted">{about}</p>}
        </div>
        {action}
      </div>
      <div className="mt-6">{children}</div>
    </div>
  );
}

/** Starts a reader who came by a link at the heading. Not on the first page of a visit, and not for a change of filters. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedBy = useRef(key);
  useEffect(() => {
    if (arrivedBy.current !== 'default') heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
