import head from 'content:course-heads/cyber';
import { lazy } from 'react';
import { CoursePage } from './course-page.tsx';

// Asked for with the page, waited for by nothing on the first screen.
const details = import('./cyber-details.tsx');
const Details = lazy(async () => ({ default: (await details).CyberDetails }));

export function Component() {
  return (
    <CoursePage course="cyber" head={head}>
      <Details />
    </CoursePage>
  );
}
