import head from 'content:course-heads/software';
import { lazy } from 'react';
import { CoursePage } from './course-page.tsx';

// Asked for with the page, waited for by nothing on the first screen.
const details = import('./software-details.tsx');
const Details = lazy(async () => ({ default: (await details).SoftwareDetails }));

export function Component() {
  return (
    <CoursePage course="software" head={head}>
      <Details />
    </CoursePage>
  );
}
